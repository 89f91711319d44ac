package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.overlay.trust.WorkJournal;

/**
 * The work of the open period in a file. It is not forced to the disk: a few captures more or less
 * are not worth a millisecond of each, and a power failure takes only the last ones.
 */
final class WorkFile implements WorkJournal, AutoCloseable {
  private final FileChannel file;
  private final Path path;
  private final Troubles troubles;

  private WorkFile(FileChannel file, Path path, Troubles troubles) {
    this.file = file;
    this.path = path;
    this.troubles = troubles;
  }

  /** The one in a peer's data directory. */
  static WorkFile open(Path data, Troubles troubles) throws IOException {
    Path path = data.resolve("open-period");
    FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    file.position(file.size());
    return new WorkFile(file, path, troubles);
  }

  @Override
  public void append(byte[] item) {
    try {
      ByteBuffer out = ByteBuffer.wrap(item);
      while (out.hasRemaining()) {
        file.write(out);
      }
    } catch (IOException e) {
      troubles.count("work that is not committed to is not written down", String.valueOf(path));
    }
  }

  @Override
  public byte[] read() {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      troubles.count("work that was not committed to cannot be read", String.valueOf(path));
      return new byte[0];
    }
  }

  @Override
  public void clear() {
    try {
      file.truncate(0);
    } catch (IOException e) {
      troubles.count("work that is committed to cannot be crossed out", String.valueOf(path));
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
