package org.orbweaver.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/** A collection on a real file system that fills up while pages come, and then has room again. */
class FullDiskTest {
  private static final int PAGES = 120;
  private static final int FAILURES = 5;

  @TempDir Path directory;

  @TempDir Path roomy;

  @ParameterizedTest
  @ValueSource(strings = {"the WARC files and the index", "the index alone"})
  void pagesBeforeAndAfterAFullDiskAreAllReadable(String which) throws Exception {
    Assumptions.assumeTrue(
        "required".equals(System.getenv("ORB_COMPONENTS")) || canMount(), "no mount namespaces");
    Process process =
        new ProcessBuilder(
                "unshare",
                "-rm",
                "sh",
                "-c",
                "mount -t tmpfs -o size=24m none \"$0\" && exec \"$@\"",
                directory.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                FullDiskTest.class.getName(),
                directory.toString(),
                roomy.toString(),
                which)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("readable");
  }

  private static boolean canMount() throws InterruptedException {
    try {
      return new ProcessBuilder("unshare", "-rm", "true").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** In a file system of 24 MB that nobody else sees. */
  public static void main(String[] arguments) throws Exception {
    Path disk = Path.of(arguments[0]);
    Path collection = disk.resolve("c");
    Map<String, String> archived = new TreeMap<>();
    int failed = 0;
    if (arguments[2].equals("the index alone")) {
      Files.createDirectories(collection);
      Files.createSymbolicLink(collection.resolve("warc"), Path.of(arguments[1]));
    }
    Path large = fill(disk, "large", 400 << 10); // or RocksDB would reserve room for its log
    try (WarcCollection open = WarcCollectionTest.open(collection, null)) {
      WarcCollectionTest.keep(open, "http://h.example/first", 0, "first", null);
      open.commit();
      archived.put("http://h.example/first", "first");
      Path small = fill(disk, "small", 1024);
      for (int i = 0; i < PAGES; i++) {
        String url = "http://h.example/" + i;
        String body = body(i);
        try {
          WarcCollectionTest.keep(open, url, i, body, null);
          open.commit();
          archived.put(url, body);
        } catch (IOException e) {
          failed++;
          System.out.println(e);
          if (failed == FAILURES) {
            Files.delete(large);
            Files.delete(small);
          }
          if (failed >= FAILURES) {
            Thread.sleep(1000); // RocksDB looks every few seconds whether there is room again
          }
        }
      }
      check(open, archived);
    }
    try (WarcCollection open = WarcCollectionTest.open(collection, null)) {
      check(open, archived);
      for (Path file : open.files().files().values()) {
        try (WarcReader reader = new WarcReader(file)) {
          for (WarcRecord record : reader) {
            record.body().consume();
          }
        }
      }
    }
    if (failed < FAILURES || archived.size() < PAGES / 2) {
      throw new AssertionError("failed " + failed + ", archived " + archived.size());
    }
    System.out.println(archived.size() + " pages readable, " + failed + " refused");
  }

  private static String body(int page) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= page % 40; i++) {
      text.append(WarcCollectionTest.noise(1000 * page + i));
    }
    return text.toString();
  }

  private static Path fill(Path disk, String name, int rest) throws IOException {
    Path filler = disk.resolve(name);
    long room = Files.getFileStore(disk).getUsableSpace() - rest;
    Files.write(filler, new byte[(int) room]);
    return filler;
  }

  private static void check(WarcCollection collection, Map<String, String> archived)
      throws IOException {
    List<String> found =
        WarcCollectionTest.rows(collection).stream().map(row -> row.url()).toList();
    if (!new java.util.TreeSet<>(found).equals(archived.keySet())) {
      throw new AssertionError("indexed " + found + ", but archived " + archived.keySet());
    }
    for (Map.Entry<String, String> page : archived.entrySet()) {
      try (InputStream in = Objects.requireNonNull(collection.response(page.getKey()))) {
        String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        if (!text.endsWith("\r\n\r\n" + page.getValue())) {
          throw new AssertionError(page.getKey() + " is not what was archived");
        }
      }
    }
  }
}
