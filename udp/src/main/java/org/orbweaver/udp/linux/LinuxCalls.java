package org.orbweaver.udp.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * System calls, one method each. A negative result is the negated {@code errno}, as in the kernel
 * itself; nothing throws.
 *
 * <p>Pointers are passed as {@code long}: the same register on every 64-bit Linux, and the linker
 * need not pin an arena for each call (two atomic operations on a shared arena). One instance
 * belongs to one thread at a time, since it captures {@code errno} in memory of its own.
 */
public final class LinuxCalls {
  public static final int AF_INET = 2;
  public static final int AF_INET6 = 10;
  public static final int SOL_SOCKET = 1;
  public static final int SO_SNDBUF = 7;
  public static final int SO_RCVBUF = 8;
  public static final int IPPROTO_IP = 0;
  public static final int IP_PKTINFO = 8;
  public static final int IPPROTO_IPV6 = 41;
  public static final int IPV6_V6ONLY = 26;
  public static final int MSG_DONTWAIT = 0x40;
  public static final int MSG_WAITFORONE = 0x10000;
  public static final int EPOLL_CTL_ADD = 1;
  public static final int EPOLL_CTL_MOD = 3;

  private static final int SOCK_DGRAM_NONBLOCK_CLOEXEC = 2 | 0x800 | 0x80000;
  private static final int EPOLL_CLOEXEC = 0x80000;
  private static final int EFD_NONBLOCK_CLOEXEC = 0x800 | 0x80000;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option CAPTURE_ERRNO = Linker.Option.captureCallState("errno");
  private static final StructLayout CAPTURE = Linker.Option.captureStateLayout();
  private static final long ERRNO_OFFSET =
      CAPTURE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle SOCKET = call("socket", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle BIND = call("bind", JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle GETSOCKNAME =
      call("getsockname", JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SETSOCKOPT =
      call("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle CLOSE = call("close", JAVA_INT);
  private static final MethodHandle RECVMMSG =
      call("recvmmsg", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle SENDMMSG =
      call("sendmmsg", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
  private static final MethodHandle EPOLL_CREATE1 = call("epoll_create1", JAVA_INT);
  private static final MethodHandle EPOLL_CTL =
      call("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle EPOLL_WAIT =
      call("epoll_wait", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
  private static final MethodHandle EVENTFD = call("eventfd", JAVA_INT, JAVA_INT);
  private static final MethodHandle EVENTFD_READ = call("eventfd_read", JAVA_INT, JAVA_LONG);
  private static final MethodHandle EVENTFD_WRITE = call("eventfd_write", JAVA_INT, JAVA_LONG);

  private final MemorySegment captured;

  public LinuxCalls(Arena arena) {
    captured = arena.allocate(CAPTURE);
  }

  /** Whether this machine has the layouts drawn in this package, and a C library with the calls. */
  public static boolean available() {
    String arch = System.getProperty("os.arch", "");
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).equals("linux")
        && (arch.equals("amd64") || arch.equals("aarch64"))
        && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        && canLink();
  }

  private static boolean canLink() {
    try (Arena arena = Arena.ofConfined()) {
      LinuxCalls calls = new LinuxCalls(arena);
      return calls.close(-1) < 0;
    } catch (LinkageError | IllegalCallerException e) {
      return false; // a C library without recvmmsg, or a JVM started without native access
    }
  }

  static MethodHandle call(String name, MemoryLayout... arguments) {
    MemorySegment symbol =
        LINKER
            .defaultLookup()
            .find(name)
            .orElseThrow(() -> new UnsatisfiedLinkError("the C library has no " + name));
    return LINKER.downcallHandle(symbol, FunctionDescriptor.of(JAVA_INT, arguments), CAPTURE_ERRNO);
  }

  /** Where a call leaves its {@code errno}: its first argument. */
  MemorySegment captured() {
    return captured;
  }

  int result(int returned) {
    return returned >= 0 ? returned : -captured.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
  }

  /** A downcall handle throws nothing of its own; what could come is a broken signature. */
  static AssertionError broken(Throwable cause) {
    return new AssertionError("a system call's signature is wrong", cause);
  }

  /** A datagram socket that never blocks. */
  public int datagramSocket(int family) {
    try {
      return result((int) SOCKET.invokeExact(captured, family, SOCK_DGRAM_NONBLOCK_CLOEXEC, 0));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int bind(int fd, long address, int length) {
    try {
      return result((int) BIND.invokeExact(captured, fd, address, length));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int getsockname(int fd, long address, long lengthInOut) {
    try {
      return result((int) GETSOCKNAME.invokeExact(captured, fd, address, lengthInOut));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int setsockopt(int fd, int level, int option, long value, int length) {
    try {
      return result((int) SETSOCKOPT.invokeExact(captured, fd, level, option, value, length));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int close(int fd) {
    try {
      return result((int) CLOSE.invokeExact(captured, fd));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Fills up to {@code count} mmsghdr; how many, 0 never. */
  public int recvmmsg(int fd, long headers, int count, int flags) {
    try {
      return result((int) RECVMMSG.invokeExact(captured, fd, headers, count, flags, 0L));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Sends up to {@code count} mmsghdr; how many, or the error of the first. */
  public int sendmmsg(int fd, long headers, int count, int flags) {
    try {
      return result((int) SENDMMSG.invokeExact(captured, fd, headers, count, flags));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int epollCreate() {
    try {
      return result((int) EPOLL_CREATE1.invokeExact(captured, EPOLL_CLOEXEC));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int epollControl(int epoll, int operation, int fd, long event) {
    try {
      return result((int) EPOLL_CTL.invokeExact(captured, epoll, operation, fd, event));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /** Waits until something is ready; {@code millis} below 0 means as long as it takes. */
  public int epollWait(int epoll, long events, int count, int millis) {
    try {
      return result((int) EPOLL_WAIT.invokeExact(captured, epoll, events, count, millis));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int eventfd() {
    try {
      return result((int) EVENTFD.invokeExact(captured, 0, EFD_NONBLOCK_CLOEXEC));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int eventfdRead(int fd, long value) {
    try {
      return result((int) EVENTFD_READ.invokeExact(captured, fd, value));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int eventfdWrite(int fd, long value) {
    try {
      return result((int) EVENTFD_WRITE.invokeExact(captured, fd, value));
    } catch (Throwable e) {
      throw broken(e);
    }
  }
}
