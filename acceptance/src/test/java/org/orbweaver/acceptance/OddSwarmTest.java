package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.netpreserve.jwarc.WarcMetadata;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.web.OddSite;

/**
 * What {@code OddSiteTest} shows of {@code orb crawl}, by two peers of a swarm: the same pages
 * under the same addresses, session IDs included, and of each who linked to it.
 */
@Execution(ExecutionMode.CONCURRENT)
class OddSwarmTest {
  private static final List<String> MANNERS = List.of("--delay", "0s", "--allow", "127.0.0.0/8");
  private static final String SESSION = ";jsessionid=0123456789ABCDEF0123456789ABCDEF";

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  OddSwarmTest() {}

  @Test
  void anOddSiteIsArchivedAsItLinksToItself() throws Exception {
    try (OddSite site = new OddSite()) {
      String home = site.home();
      List<String> pages = new ArrayList<>(OddSite.PAGES);
      pages.remove("/wall"); // a swarm has no cookies
      List<PeerProcess> peers = new ArrayList<>();
      try {
        for (int number = 1; number <= 2; number++) {
          List<String> options = new ArrayList<>(MANNERS);
          if (number > 1) {
            options.addAll(List.of("--peers", "127.93.7.1:7117"));
          }
          peers.add(
              PeerProcess.up(
                  directory.resolve("peer" + number),
                  Endpoint.parse("127.93.7." + number + ":7117"),
                  options));
        }
        PeerProcess.await(peers, peer -> peer.living() == 2);
        String data = peers.getFirst().data().toString();
        PeerProcess.orb(
            List.of("peers", "--data", data, "--seed", home + "start" + SESSION + "," + home));
        PeerProcess.await(peers, peer -> site.asked().keySet().containsAll(pages) && peer.isIdle());
        Path page = directory.resolve("page.warc.gz");
        String crawl =
            Objects.requireNonNull(peers.getFirst().status()).crawls().getFirst().number();
        PeerProcess.orb(
            List.of(
                "peers",
                "--data",
                peers.getLast().data().toString(),
                "--get",
                home + "cart;jsessionid=00000000000000000000000000000000",
                "--crawl",
                crawl,
                "--into",
                page.toString()));
        assertThat(records(List.of(page)))
            .as("one page, by whichever session ID it is asked for")
            .containsKey(home + "cart" + SESSION);
        peers.forEach(peer -> assertThat(peer.log()).doesNotContain("Exception"));
      } finally {
        peers.forEach(PeerProcess::close);
      }
      assertThat(site.asked()).doesNotContainKeys(OddSite.NOT_PAGES.toArray(String[]::new));
      assertThat(site.asked()).containsKey("/start" + SESSION);

      Map<String, String> told = records(files(".warc.gz"));
      assertThat(told.get(home + "cart" + SESSION))
          .contains("via: " + home + "session\r\n", "hopsFromSeed: LL");
      assertThat(told.get(home + "leaf/%C3%BC%E6%97%A5"))
          .contains("via: " + home + "utf8\r\n", "hopsFromSeed: LR");
      assertThat(told.get(home + "from-text-sitemap")).contains("via: " + home + "sitemap.txt");
      assertThat(told.get(home)).doesNotContain("via: ");

      List<String> lines = new ArrayList<>();
      for (Path log : files("crawl.log")) {
        lines.addAll(Files.readAllLines(log));
      }
      assertThat(lines)
          .anyMatch(
              line -> line.contains("\t200\t") && line.contains("\tLL\t" + home + "session\t"))
          .as("what rules leave out is in the log, too")
          .anyMatch(line -> line.contains("\t" + home + "chain/11\t"));
    }
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.getFileName().toString().endsWith(ending)).toList();
    }
  }

  /** What the metadata records of all responses say, by address. */
  private static Map<String, String> records(List<Path> files) throws IOException {
    Map<String, String> told = new HashMap<>();
    for (Path file : files) {
      try (WarcReader reader = new WarcReader(file)) {
        for (WarcRecord record : reader) {
          if (record instanceof WarcResponse response) {
            told.putIfAbsent(response.target(), "");
          } else if (record instanceof WarcMetadata metadata) {
            String words =
                new String(metadata.body().stream().readAllBytes(), StandardCharsets.UTF_8);
            told.merge(metadata.target(), words, String::concat);
          }
        }
      }
    }
    return told;
  }
}
