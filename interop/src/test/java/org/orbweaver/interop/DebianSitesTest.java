package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.lab.webspeed.StaticServer;
import org.orbweaver.sim.world.loopback.FreePort;

/**
 * Sites nobody here wrote: documentation as Debian packs it, served by nginx, crawled by us and
 * mirrored by wget. Both must have the same addresses, with the same status and payloads, but for
 * three habits of wget's, which {@code docs/interop.md} explains. Links marked nofollow, which wget
 * does not know, are followed.
 *
 * <p>{@code ORB_SITES}, if set, names other folders to serve, each with its first page, separated
 * by commas: {@code /usr/share/doc/rust-doc/html/index.html,…}; of a folder alone nginx lists the
 * files.
 */
@RealComponent({Component.NGINX, Component.WGET, Component.NPM})
class DebianSitesTest {
  @TempDir private Path folder;

  static Stream<Path> sites() {
    return Stream.of(
            Optional.ofNullable(System.getenv("ORB_SITES"))
                .orElse("/usr/share/doc/postgresql-doc-15/html/index.html")
                .split(","))
        .map(Path::of);
  }

  /** What one of the two got: status and payload digest of each address. */
  private record Page(String status, String digest) {}

  @ParameterizedTest
  @MethodSource("sites")
  void weGetWhatWgetGets(Path firstPage) throws Exception {
    assertThat(firstPage).as("a page of a Debian package that is not installed").exists();
    Path root = Files.createDirectories(folder.resolve("root"));
    boolean listed = Files.isDirectory(firstPage);
    Files.createSymbolicLink(
        root.resolve("127.0.0.1"), listed ? firstPage : firstPage.toAbsolutePath().getParent());
    int port = FreePort.next();
    Map<String, Page> ours;
    Map<String, Page> theirs;
    try (StaticServer _ = StaticServer.listing(root, folder, port)) {
      String seed = "http://127.0.0.1:" + port + "/" + (listed ? "" : firstPage.getFileName());
      OrbCrawl crawl =
          new OrbCrawl(folder.resolve("ours"), List.of(seed, "--delay=0ms", "--follow-nofollow"));
      crawl.run();
      ours = pages(crawl.warcs(), true);
      theirs = pages(List.of(wget(seed)), false);
    }
    Map<String, Page> onlyOurs = new TreeMap<>(ours);
    onlyOurs.keySet().removeAll(theirs.keySet());
    Map<String, Page> onlyTheirs = new TreeMap<>(theirs);
    onlyTheirs.keySet().removeAll(ours.keySet());
    List<String> explained = onlyTheirs.keySet().stream().filter(url -> isHabit(url)).toList();
    onlyTheirs.keySet().removeAll(explained);
    explained.forEach(url -> onlyOurs.remove(url.replace("/%5C", "/")));
    List<String> different = new ArrayList<>();
    theirs.forEach(
        (url, page) -> {
          if (ours.containsKey(url) && !page.equals(ours.get(url))) {
            different.add(url + " " + page + " " + ours.get(url));
          }
        });
    System.out.printf(
        "%s: %d addresses by us, %d by wget, %d only ours, %d only wget's and %s, %d different%n",
        firstPage,
        ours.size(),
        theirs.size(),
        onlyOurs.size(),
        onlyTheirs.size(),
        explained,
        different.size());
    assertThat(different).as("differ").isEmpty();
    assertThat(onlyTheirs.keySet().stream().limit(20)).as("only wget's").isEmpty();
    assertThat(onlyOurs.keySet().stream().limit(20)).as("only ours").isEmpty();
  }

  /**
   * wget takes quoted words of a script ({@code "<a href='" + base + "'>"}) for addresses, where
   * never a page is, and a backslash for a character, where browsers take it for a slash.
   */
  private static boolean isHabit(String url) {
    return url.contains("%22%20+%20") || url.contains("%5C");
  }

  /**
   * @param dechunked whether their digests are those that the standard means: wget takes them of
   *     chunked bodies as they were sent
   */
  private static Map<String, Page> pages(List<Path> warcs, boolean dechunked)
      throws IOException, InterruptedException {
    Map<String, Page> pages = new TreeMap<>();
    for (WarcioReading.Line line : WarcioReading.of(warcs)) {
      if (dechunked) {
        assertThat(line.computed()).as(line.url()).isEqualTo(line.written());
      }
      if (!line.url().endsWith("/robots.txt")) {
        // It writes a percent sign that begins no escape as one: so do we, to the server only.
        String url = line.url().replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
        pages.put(url, new Page(line.status(), line.computed()));
      }
    }
    return pages;
  }

  private Path wget(String seed) throws IOException, InterruptedException {
    Process wget =
        new ProcessBuilder(
                "wget",
                "--mirror",
                "--page-requisites",
                "--no-verbose",
                "--delete-after",
                "--warc-file=" + folder.resolve("wget"),
                "--output-file=" + folder.resolve("wget.log"),
                "--directory-prefix=" + folder.resolve("files"),
                seed)
            .start();
    assertThat(wget.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return folder.resolve("wget.warc.gz");
  }
}
