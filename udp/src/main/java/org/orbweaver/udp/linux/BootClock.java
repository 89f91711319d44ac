package org.orbweaver.udp.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Linux's clock of nanoseconds since the machine was started, sleep and all. */
public final class BootClock {
  private static final int CLOCK_BOOTTIME = 7;
  private static final boolean AVAILABLE = LinuxCalls.available();

  private BootClock() {}

  public static boolean available() {
    return AVAILABLE;
  }

  public static long now() {
    try (Arena arena = Arena.ofConfined()) {
      LinuxCalls calls = new LinuxCalls(arena);
      MemorySegment time = arena.allocate(16, 8);
      int returned =
          (int) Call.CLOCK_GETTIME.invokeExact(calls.captured(), CLOCK_BOOTTIME, time.address());
      if (calls.result(returned) < 0) {
        throw new IllegalStateException("this Linux has no CLOCK_BOOTTIME");
      }
      return time.get(JAVA_LONG, 0) * 1_000_000_000L + time.get(JAVA_LONG, 8);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a system call throws nothing", e);
    }
  }

  /** Linked only where it is available. */
  private static final class Call {
    static final MethodHandle CLOCK_GETTIME = LinuxCalls.call("clock_gettime", JAVA_INT, JAVA_LONG);
  }
}
