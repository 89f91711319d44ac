package org.orbweaver.census.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.OnDisk;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A journal on disk: what it is, the crawl's plan, and blocks of events.
 *
 * <pre>
 *   "orb crawl 1\n"
 *   | length: 4 | CRC32C: 4 | plan, JSON |
 *   | length: 4 | CRC32C: 4 | block      |   …
 * </pre>
 *
 * A killed process may leave half a block at the end, and a power failure zeros, for which the file
 * system had noted the length but not the bytes. Both are cut off when the journal is continued. A
 * bad block with others behind it is damage, and said so.
 *
 * <p>One process at a time: the file is locked while it is open.
 */
public final class JournalFile implements BlockSink, AutoCloseable {
  private static final byte[] MAGIC = "orb crawl 1\n".getBytes(UTF_8);
  private static final byte[] NOTHING = {};
  private static final int FRAME = 8;
  private static final int LONGEST_BLOCK = 1 << 24;

  private final Path path;
  private final FileChannel channel;
  private final CensusPlan plan;
  private volatile @Nullable IOException failure;

  private JournalFile(Path path, FileChannel channel, CensusPlan plan) {
    this.path = path;
    this.channel = channel;
    this.plan = plan;
  }

  /** Begins a journal; a file that is there already is not touched, and it fails. */
  public static JournalFile create(Path path, CensusPlan plan) throws IOException {
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      lock(path, channel);
      JournalFile file = new JournalFile(path, channel, plan);
      byte[] words = JsonMapper.shared().writeValueAsBytes(plan);
      // In one go: a journal is there with its plan, or not at all.
      file.write(framed(MAGIC, words, words.length));
      channel.force(true);
      OnDisk.keepName(path);
      return file;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Opens a journal to be read, block by block, and then continued. */
  public static JournalFile open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock(path, channel);
      byte[] magic = new byte[MAGIC.length];
      if (!fill(channel, ByteBuffer.wrap(magic)) || !Arrays.equals(magic, MAGIC)) {
        throw damaged(path, "it does not begin as a journal does");
      }
      byte[] words = next(path, channel);
      if (words == null) {
        throw damaged(path, "it ends within its first words");
      }
      return new JournalFile(path, channel, JsonMapper.shared().readValue(words, CensusPlan.class));
    } catch (JacksonException e) {
      channel.close();
      throw damaged(path, "its first words make no sense");
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Until the channel is closed, by whatever end of the process. */
  private static void lock(Path path, FileChannel channel) throws IOException {
    @Nullable FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null; // this very process has it open
    }
    if (lock == null) {
      throw new JournalException(
          "the checkpoint %s is in use by another process: stop that first".formatted(path));
    }
  }

  public CensusPlan plan() {
    return plan;
  }

  public Path path() {
    return path;
  }

  /**
   * The next block; null at the end, where the journal can now be continued: half a block that was
   * being written when the process was killed is gone.
   */
  public byte @Nullable [] next() throws IOException {
    return next(path, channel);
  }

  private static byte @Nullable [] next(Path path, FileChannel channel) throws IOException {
    long start = channel.position();
    ByteBuffer frame = ByteBuffer.allocate(FRAME);
    boolean framed = fill(channel, frame);
    int length = framed ? frame.getInt(0) : 0;
    boolean sane = length >= 1 && length <= LONGEST_BLOCK;
    long end = start + FRAME + (sane ? length : 0);
    byte[] block = new byte[sane && end <= channel.size() ? length : 0];
    fill(channel, ByteBuffer.wrap(block));
    if (sane && block.length == length && checksum(block, length) == frame.getInt(4)) {
      return block;
    }
    if (framed && endOfContent(channel) > end || framed && length < 0 || length > LONGEST_BLOCK) {
      throw damaged(path, "at byte " + start);
    }
    channel.truncate(start);
    channel.position(start);
    return null;
  }

  /** Behind the last byte that is not zero. */
  private static long endOfContent(FileChannel channel) throws IOException {
    ByteBuffer part = ByteBuffer.allocate(1 << 16);
    for (long end = channel.size(); end > 0; end -= part.limit()) {
      part.clear().limit((int) Math.min(end, part.capacity()));
      long from = end - part.limit();
      while (part.hasRemaining() && channel.read(part, from + part.position()) >= 0) {
        // until it is read
      }
      for (int i = part.limit() - 1; i >= 0; i--) {
        if (part.get(i) != 0) {
          return from + i + 1;
        }
      }
    }
    return 0;
  }

  /** {@inheritDoc} What goes wrong, {@link #force} tells: a census must not fail on a packet. */
  @Override
  public void append(byte[] block, int length) {
    if (failure != null) {
      return;
    }
    try {
      write(framed(NOTHING, block, length));
    } catch (IOException e) {
      failure = e;
    }
  }

  private static ByteBuffer framed(byte[] before, byte[] block, int length) {
    return ByteBuffer.allocate(before.length + FRAME + length)
        .put(before)
        .putInt(length)
        .putInt(checksum(block, length))
        .put(block, 0, length)
        .flip();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  private static boolean fill(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        return false;
      }
    }
    return true;
  }

  private static JournalException damaged(Path path, String where) {
    return new JournalException(
        "the checkpoint %s is damaged (%s): remove it to start afresh".formatted(path, where));
  }

  /** Puts on disk what was appended; may be called by any thread, as it may take long. */
  public void force() throws IOException {
    IOException problem = failure;
    if (problem != null) {
      throw new IOException(
          "cannot write the checkpoint %s: %s".formatted(path, problem.getMessage()), problem);
    }
    channel.force(false);
  }

  public long bytes() throws IOException {
    return channel.size();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
