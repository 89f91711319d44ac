package org.orbweaver.udp.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;

/** Which processors the calling thread may run on; processes it starts inherit that. */
public final class Affinity {
  private static final int MASK_BYTES = 128;

  private static final MethodHandle SET =
      LinuxCalls.call("sched_setaffinity", JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle GET =
      LinuxCalls.call("sched_getaffinity", JAVA_INT, JAVA_LONG, JAVA_LONG);

  private Affinity() {}

  /** The calling thread's processors, by their numbers. */
  public static BitSet get() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      call(arena, GET, mask);
      return BitSet.valueOf(mask.toArray(JAVA_BYTE));
    }
  }

  /** Keeps the calling thread on these processors. */
  public static void set(BitSet processors) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      mask.copyFrom(MemorySegment.ofArray(processors.toByteArray()));
      call(arena, SET, mask);
    }
  }

  private static void call(Arena arena, MethodHandle handle, MemorySegment mask) {
    LinuxCalls calls = new LinuxCalls(arena);
    int result;
    try {
      result =
          calls.result(
              (int) handle.invokeExact(calls.captured(), 0, (long) MASK_BYTES, mask.address()));
    } catch (Throwable e) {
      throw LinuxCalls.broken(e);
    }
    if (result < 0) {
      throw new IllegalStateException("cannot choose processors: " + Errno.text(-result));
    }
  }
}
