package org.orbweaver.acceptance;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An ext4 file system in a file, whose power can be cut: the kernel is told to shut it down without
 * writing anything more, neither data nor its journal (FS_IOC_SHUTDOWN with NOLOGFLUSH, which file
 * system developers test power failures with). Mounted again, it has what was synced, and what the
 * kernel had written by itself until then; its journal commits by itself only every ten minutes.
 */
final class LosingDisk implements AutoCloseable {
  private static final long BYTES = 1L << 30; // sparse; a peer wants 256 MB free
  private static final String SHUTDOWN =
      "open(F, '<', $ARGV[0]) or die $!; my $how = pack('L', 2);"
          + " ioctl(F, 0x8004587d, $how) or die $!;";

  private final Path image;
  private final Path root;

  private LosingDisk(Path image, Path root) {
    this.image = image;
    this.root = root;
  }

  static boolean isPossible() throws InterruptedException {
    try {
      return "root".equals(System.getProperty("user.name"))
          && Files.exists(Path.of("/dev/loop-control"))
          && said("perl", "-e", "1").isEmpty()
          && said("sh", "-c", "command -v mkfs.ext4").contains("mkfs");
    } catch (IOException e) {
      return false;
    }
  }

  static LosingDisk make(Path directory) throws IOException, InterruptedException {
    LosingDisk disk =
        new LosingDisk(
            directory.resolve("disk.img"), Files.createDirectory(directory.resolve("disk")));
    try (RandomAccessFile file = new RandomAccessFile(disk.image.toFile(), "rw")) {
      file.setLength(BYTES);
    }
    said("mkfs.ext4", "-q", "-F", disk.image.toString());
    disk.mount();
    return disk;
  }

  Path root() {
    return root;
  }

  private void mount() throws IOException, InterruptedException {
    said("mount", "-o", "loop,commit=600", image.toString(), root.toString());
  }

  void cutPower() throws IOException, InterruptedException {
    said("perl", "-e", SHUTDOWN, root.toString());
  }

  void mountAgain() throws IOException, InterruptedException {
    said("umount", root.toString());
    mount();
  }

  private static String said(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(List.of(command) + " says: " + said);
    }
    return said;
  }

  @Override
  public void close() throws IOException {
    try {
      said("umount", "--lazy", root.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
