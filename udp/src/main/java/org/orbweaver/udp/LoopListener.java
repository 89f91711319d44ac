package org.orbweaver.udp;

/** Told of what a loop survives and of what it does not, on the loop's own thread. */
@FunctionalInterface
public interface LoopListener {
  /**
   * The handler or posted work threw, or the loop itself ended.
   *
   * <p>Called at most once a second: a packet that makes the handler throw can be sent a hundred
   * thousand times a second.
   *
   * @param sentence what failed and what follows from it
   */
  void failed(String sentence, Throwable cause);
}
