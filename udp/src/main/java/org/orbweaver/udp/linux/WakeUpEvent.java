package org.orbweaver.udp.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * An event descriptor by which any thread ends another's wait. Locked, so that a late signal cannot
 * hit a descriptor that was closed and given to someone else.
 */
final class WakeUpEvent {
  private final Arena arena = Arena.ofShared();
  private final LinuxCalls calls = new LinuxCalls(arena);
  private final long value = arena.allocate(ValueLayout.JAVA_LONG).address();
  private final int fd = calls.eventfd();
  private boolean closed;

  /** The descriptor, or a negated error. */
  int fd() {
    return fd;
  }

  synchronized void signal() {
    if (!closed) {
      calls.eventfdWrite(fd, 1);
    }
  }

  /** Forgets the signals so far. */
  synchronized void reset() {
    if (!closed) {
      calls.eventfdRead(fd, value);
    }
  }

  synchronized void close() {
    if (!closed) {
      closed = true;
      calls.close(fd);
      arena.close();
    }
  }
}
