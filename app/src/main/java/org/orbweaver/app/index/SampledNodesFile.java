package org.orbweaver.app.index;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.StateFile;

/**
 * Keeps between runs which nodes may not be asked for samples yet (BEP 51): pairs of numbers, added
 * to the end while the indexer runs and cleared of what is over when it starts. A file that was cut
 * off or cannot be understood costs a node a question too many, no more, and so stops nobody.
 */
final class SampledNodesFile {
  private static final int PAIR = 2 * Long.BYTES;
  private static final long SECOND = 1_000_000_000L;

  private final @Nullable Path file;

  private SampledNodesFile(@Nullable Path file) {
    this.file = file;
  }

  /** Nothing is kept where the node's own state is not. */
  static SampledNodesFile beside(StateFile state) {
    return new SampledNodesFile(
        state
            .path()
            .map(path -> path.resolveSibling(path.getFileName() + ".sampled"))
            .orElse(null));
  }

  /** What still counts, and nothing else is left in the file. */
  long[] load(long now) throws IOException {
    if (file == null || !Files.exists(file)) {
      return new long[0];
    }
    byte[] bytes = Files.readAllBytes(file);
    LongBuffer numbers = ByteBuffer.wrap(bytes, 0, bytes.length / PAIR * PAIR).asLongBuffer();
    long[] pairs = new long[numbers.remaining()];
    int kept = 0;
    while (numbers.hasRemaining()) {
      long node = numbers.get();
      long until = numbers.get();
      if (until > now / SECOND) {
        pairs[kept++] = node;
        pairs[kept++] = until;
      }
    }
    long[] live = Arrays.copyOf(pairs, kept);
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    write(fresh, live);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return live;
  }

  void append(long[] pairs) throws IOException {
    if (file != null && pairs.length > 0) {
      write(file, pairs);
    }
  }

  private static void write(Path path, long[] pairs) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    try (OutputStream plain =
            Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(plain))) {
      for (long number : pairs) {
        out.writeLong(number);
      }
    }
  }
}
