package org.orbweaver.udp.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Waits for many descriptors at once; each is known by a token of the caller's, 0 or above.
 *
 * <p>Level-triggered, and the kernel moves what it reports to the end of its list: who takes one
 * batch from every reported socket serves them all in turn.
 *
 * <pre>
 *   epoll_event     x86-64 (packed)    AArch64
 *    events          0, int             0, int
 *    token           4, long            8, long
 *                   12                 16
 * </pre>
 */
public final class Epoll implements AutoCloseable {
  /** The token of an event that is only {@link #wakeUp}'s. */
  public static final long WOKEN = -1;

  private static final int IN = 1;
  private static final int OUT = 4;
  private static final boolean PACKED = System.getProperty("os.arch", "").equals("amd64");
  private static final int TOKEN = PACKED ? 4 : 8;
  private static final int EVENT = TOKEN + 8;

  private final Arena arena = Arena.ofShared();
  private final LinuxCalls calls = new LinuxCalls(arena);
  private final WakeUpEvent wakeUp;
  private final int fd;
  private final int capacity;
  private final MemorySegment events;
  private final MemorySegment change = arena.allocate(EVENT, Long.BYTES);

  /**
   * Opens one.
   *
   * @param capacity how many events one wait may report
   */
  public Epoll(int capacity) throws IOException {
    this.capacity = capacity;
    events = arena.allocate((long) EVENT * capacity, Long.BYTES);
    fd = calls.epollCreate();
    wakeUp = new WakeUpEvent();
    if (fd < 0 || wakeUp.fd() < 0) {
      int error = Math.min(fd, wakeUp.fd());
      close();
      throw new IOException("cannot open an epoll descriptor: " + Errno.text(-error));
    }
    add(wakeUp.fd(), WOKEN);
  }

  /** Starts to watch for something to read. */
  public void add(int watched, long token) throws IOException {
    int result = control(LinuxCalls.EPOLL_CTL_ADD, watched, IN, token);
    if (result < 0) {
      throw new IOException("cannot watch a socket: " + Errno.text(-result));
    }
  }

  /** Whether to watch also for room to write. */
  public void watchWrites(int watched, long token, boolean wanted) {
    int result = control(LinuxCalls.EPOLL_CTL_MOD, watched, wanted ? IN | OUT : IN, token);
    if (result < 0) {
      throw new IllegalStateException("cannot watch a socket: " + Errno.text(-result));
    }
  }

  private int control(int operation, int watched, int what, long token) {
    change.set(JAVA_INT, 0, what);
    change.set(JAVA_LONG_UNALIGNED, TOKEN, token);
    return calls.epollControl(fd, operation, watched, change.address());
  }

  /** Returns how many events there are: none if the time is over or a signal came. */
  public int await(int millis) throws IOException {
    int count = calls.epollWait(fd, events.address(), capacity, millis);
    if (count < 0 && count != -Errno.EINTR) {
      throw new IOException("cannot wait for sockets: " + Errno.text(-count));
    }
    for (int i = 0; i < count; i++) {
      if (token(i) == WOKEN) {
        wakeUp.reset();
      }
    }
    return Math.max(0, count);
  }

  public long token(int event) {
    return events.get(JAVA_LONG_UNALIGNED, (long) event * EVENT + TOKEN);
  }

  /** Errors count as readable: reading tells which. */
  public boolean readable(int event) {
    return (events.get(JAVA_INT, (long) event * EVENT) & ~OUT) != 0;
  }

  public boolean writable(int event) {
    return (events.get(JAVA_INT, (long) event * EVENT) & OUT) != 0;
  }

  /** Ends the running {@link #await}, or the next. From any thread, even after {@link #close}. */
  public void wakeUp() {
    wakeUp.signal();
  }

  /** Only once, and not while another thread waits. */
  @Override
  public void close() {
    wakeUp.close();
    calls.close(fd);
    arena.close();
  }
}
