package org.orbweaver.lab.archive;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Asks the kernel to forget what it holds of files (posix_fadvise): without that a "cold" index of
 * one that was just written comes from memory.
 */
final class ColdFiles {
  private static final int DO_NOT_NEED = 4;
  private static final int READ = 8 << 10;

  private ColdFiles() {}

  static void forget(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    Linker linker = Linker.nativeLinker();
    SymbolLookup library = linker.defaultLookup();
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle open =
          linker.downcallHandle(
              library.findOrThrow("open"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
              Linker.Option.firstVariadicArg(2));
      MethodHandle sync = one(linker, library, "fsync");
      MethodHandle close = one(linker, library, "close");
      MethodHandle advise =
          linker.downcallHandle(
              library.findOrThrow("posix_fadvise"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_INT));
      for (Path file : files) {
        MemorySegment name = arena.allocateFrom(file.toString());
        int handle = (int) open.invokeExact(name, 0);
        if (handle < 0) {
          throw new IOException(file + " cannot be opened");
        }
        int synced = (int) sync.invokeExact(handle);
        int advised = (int) advise.invokeExact(handle, 0L, 0L, DO_NOT_NEED);
        int closed = (int) close.invokeExact(handle);
        if (synced != 0 || advised != 0 || closed != 0) {
          throw new IOException("the kernel does not forget " + file);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("the kernel cannot be asked", e);
    }
  }

  /**
   * Times of single reads at random places of a directory's files, in microseconds, sorted.
   *
   * @param seed of the places
   */
  static double[] reads(Path directory, int count, long seed) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(file -> file.toString().endsWith(".sst")).sorted().toList();
    }
    SplittableRandom random = new SplittableRandom(seed);
    ByteBuffer part = ByteBuffer.allocateDirect(READ);
    double[] micros = new double[count];
    for (int i = 0; i < count; i++) {
      Path file = files.get(random.nextInt(files.size()));
      try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
        long place = random.nextLong(Math.max(1, in.size() - READ));
        long begun = System.nanoTime();
        in.read(part.clear(), place);
        micros[i] = (System.nanoTime() - begun) / 1e3;
      }
    }
    Arrays.sort(micros);
    return micros;
  }

  private static MethodHandle one(Linker linker, SymbolLookup library, String name) {
    return linker.downcallHandle(
        library.findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }
}
