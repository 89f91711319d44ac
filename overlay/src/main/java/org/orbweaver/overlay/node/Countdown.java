package org.orbweaver.overlay.node;

/** Runs something when so many others have been done. */
final class Countdown {
  private int left;
  private final Runnable then;

  Countdown(int count, Runnable then) {
    this.left = count;
    this.then = then;
  }

  void one() {
    if (--left == 0) {
      then.run();
    }
  }
}
