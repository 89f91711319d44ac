package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;

/**
 * A client behind a real NAT that lets nobody in begins a crawl, fetches a part of it for the peers
 * of the swarm, which are all outside, sees it end, exports it, and shows and searches it in its
 * own console.
 */
@Execution(ExecutionMode.CONCURRENT)
class ClientBehindNatTest {
  private static final int PEERS = 3;
  private static final String SERVER = "93.97.0.4";
  private static final String SITE = "http://" + SERVER + ":8000/";
  private static final int SMALL_PAGES = 60;
  private static final int BUDGET = 30;
  private static final int PAGES = 2 + SMALL_PAGES;

  /** As the site's server notes a page that was asked for. */
  private static final Pattern ASKED =
      Pattern.compile("^([0-9.]+) .*\"GET (/[^ ]*\\.html) .*\" 200 ", Pattern.MULTILINE);

  @TempDir private Path directory;
  private final List<PeerProcess> peers = new ArrayList<>();
  private final List<Process> others = new ArrayList<>();
  private final NatNetwork network = new NatNetwork(PEERS + 1);

  /** More than fits a datagram, and than one piece. */
  private final String large =
      "<p>arachnid</p><p>"
          + new SplittableRandom(1)
              .ints(150_000)
              .mapToObj(Integer::toHexString)
              .collect(Collectors.joining(" "));

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  ClientBehindNatTest() throws IOException, InterruptedException {}

  @AfterEach
  void end() {
    peers.forEach(PeerProcess::close);
    others.forEach(Process::destroyForcibly);
    network.close();
  }

  private PeerProcess start(String name, List<String> within, String address, String... more)
      throws IOException {
    List<String> options =
        new ArrayList<>(List.of("--report", "1", "--leave-within", "0", "--delay", "100ms"));
    options.addAll(List.of("--ip-delay", "1ms", "--allow", "93.97.0.0/16"));
    options.addAll(List.of(more));
    PeerProcess peer =
        PeerProcess.up(directory.resolve(name), Endpoint.parse(address), options, within);
    peers.add(peer);
    return peer;
  }

  /**
   * @param within the network in which it is served
   */
  private void serveSite(String name, List<String> within, IntFunction<String> small)
      throws IOException {
    Path site = Files.createDirectories(directory.resolve(name));
    StringBuilder index = new StringBuilder("<a href=large.html>large</a>");
    for (int page = 0; page < SMALL_PAGES; page++) {
      index.append("<a href=").append(page).append(".html>").append(page).append("</a>");
      Files.writeString(site.resolve(page + ".html"), small.apply(page));
    }
    Files.writeString(site.resolve("index.html"), index);
    Files.writeString(site.resolve("large.html"), large);
    try (Stream<Path> all = Files.list(site)) {
      for (Path file : all.toList()) { // what has just changed contradicts nobody
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
      }
    }
    List<String> server = new ArrayList<>(within);
    server.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "jwebserver").toString(),
            "-b",
            SERVER,
            "-d",
            site.toString()));
    others.add(
        new ProcessBuilder(server)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve(name + ".log").toFile())
            .start());
  }

  private static String small(int page) {
    return "<p>The page of number %d, and of no other".formatted(page);
  }

  /** Pages that somebody at that address was served. */
  private Set<String> askedBy(String address) throws IOException {
    return ASKED
        .matcher(Files.readString(directory.resolve("site.log")))
        .results()
        .filter(asked -> asked.group(1).equals(address))
        .map(asked -> asked.group(2))
        .collect(Collectors.toSet());
  }

  @Test
  void itBeginsACrawlFetchesAPartOfItSeesItEndAndReadsAllOfIt() throws Exception {
    serveSite("site", network.outside(), ClientBehindNatTest::small);
    PeerProcess host = start("peer1", network.outside(), "93.97.0.1:7117", "--console", "-1");
    for (int number = 2; number <= PEERS; number++) {
      start(
          "peer" + number,
          network.outside(),
          NatNetwork.PUBLIC + number + ":7117",
          "--peers",
          "93.97.0.1:7117",
          "--console",
          "-1");
    }
    List<PeerProcess> members = List.copyOf(peers);
    PeerProcess.await(members, it -> it.living() == PEERS);
    String link =
        PeerProcess.orb(List.of("peers", "--data", host.data().toString(), "--invite")).strip();
    PeerProcess client =
        start(
            "client",
            network.inside(),
            NatNetwork.PRIVATE + ":7117",
            "--client",
            "--join",
            link,
            "--console",
            "0");
    PeerProcess.await(List.of(client), it -> it.living() == PEERS);

    String said =
        PeerProcess.orb(
            List.of("peers", "--data", client.data().toString(), "--seed", SITE, "--json"));
    String crawl = PageReader.first(PageReader.NUMBER, said);
    PeerProcess.await(List.of(client), it -> hasFinished(it, PAGES));
    Path warcs = directory.resolve("crawl");
    client.export(crawl, warcs);
    assertThat(Files.readString(warcs.resolve("missing.txt"))).isEmpty();
    Map<String, String> bodies = bodies(warcs);
    assertThat(bodies).containsEntry(SITE + "large.html", large);
    for (int page = 0; page < SMALL_PAGES; page++) {
      assertThat(bodies).containsEntry(SITE + page + ".html", small(page));
    }
    assertThatItHasFetchedForOthers(client, members);

    String console = PageReader.first(PageReader.CONSOLE, client.log());
    PeerProcess.await(
        List.of(client), it -> page(console + "archive").contains("address of their own"));
    String archive = PageReader.first(PageReader.ARCHIVE, page(console + "archive"));
    assertThat(page(archive + "web/2id_/" + SITE + "large.html")).isEqualTo(large);
    PeerProcess.await(
        List.of(client), it -> page(archive + "search?q=arachnid").contains("large.html"));

    assertThat(members).allMatch(it -> it.living() == PEERS, "the client is no member");
    assertThat(host.log()).doesNotContain(NatNetwork.NAT, NatNetwork.PRIVATE);
    assertThatThrownBy(
            () ->
                PeerProcess.orb(
                    List.of(
                        "up",
                        "--client",
                        "--console",
                        "-1",
                        "--data",
                        directory.resolve("lost").toString())))
        .hasMessageContaining("a client needs peers to ask");
  }

  /** A hotel's network may answer in the place of any site. */
  @Test
  void whatANetworkShowsToItsClientAloneIsNotBelievedAndCostsTheCrawlNothingOfItsBudget()
      throws Exception {
    serveSite("site", network.outside(), ClientBehindNatTest::small);
    network.shadow(SERVER);
    serveSite("false", network.inside(), page -> "<p>Buy our room service, number " + page);
    PeerProcess host = start("peer1", network.outside(), "93.97.0.1:7117", "--console", "-1");
    PeerProcess.await(List.of(host), it -> it.living() == 1);
    PeerProcess client =
        start(
            "client",
            network.inside(),
            NatNetwork.PRIVATE + ":7117",
            "--client",
            "--peers",
            "93.97.0.1:7117",
            "--console",
            "-1");
    PeerProcess.await(List.of(client), it -> it.living() == 1);
    String said =
        PeerProcess.orb(
            List.of(
                "peers",
                "--data",
                client.data().toString(),
                "--seed",
                SITE,
                "--pages",
                "" + BUDGET,
                "--json"));
    PeerProcess.await(List.of(client), it -> hasFinished(it, BUDGET));
    assertThat(Files.readString(directory.resolve("false.log")))
        .as("it has fetched what its network shows it")
        .contains(".html HTTP/1.1\" 200");
    Path warcs = directory.resolve("crawl");
    client.export(PageReader.first(PageReader.NUMBER, said), warcs);
    Map<String, String> bodies = bodies(warcs);
    assertThat(bodies).hasSizeGreaterThanOrEqualTo(BUDGET);
    assertThat(bodies.values()).noneMatch(page -> page.contains("room service"));
    PeerStatus status = Objects.requireNonNull(host.status());
    assertThat(status.lending().brought()).isZero();
    assertThat(status.lending().thrownAway()).isPositive();
    assertThat(status.lending().lookedAt()).isEqualTo(status.lending().thrownAway());
  }

  /** All that it was lent: what it fetched is in the archive above, and nobody else had to. */
  private void assertThatItHasFetchedForOthers(PeerProcess client, List<PeerProcess> members)
      throws IOException {
    PeerStatus status = Objects.requireNonNull(client.status());
    assertThat(askedBy(NatNetwork.NAT)).as("pages that came through the NAT").hasSizeGreaterThan(4);
    assertThat(status.asClient().brought()).isGreaterThan(4);
    assertThat(status.asClient().objections()).isEmpty();
    assertThat(status.sentence()).contains("pages fetched for");
    assertThat(
            members.stream()
                .mapToLong(it -> Objects.requireNonNull(it.status()).lending().brought())
                .sum())
        .isEqualTo(status.asClient().brought());
  }

  private static boolean hasFinished(PeerProcess client, int pages) {
    PeerStatus status = client.status();
    return status != null
        && status.crawls().stream()
            .anyMatch(crawl -> crawl.state().equals("finished") && crawl.fetched() == pages);
  }

  /** As a browser behind the NAT sees it. */
  private String page(String address) {
    List<String> wget = new ArrayList<>(network.inside());
    wget.addAll(
        List.of("wget", "-q", "-O", "-", "--header", "Accept-Language: en", "--tries=1", address));
    try {
      return NatNetwork.run(wget);
    } catch (IOException e) {
      return Objects.toString(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static Map<String, String> bodies(Path warcs) throws IOException {
    Map<String, String> bodies = new HashMap<>();
    try (Stream<Path> all = Files.list(warcs)) {
      for (Path file : all.filter(it -> it.toString().endsWith(".warc.gz")).toList()) {
        try (WarcReader reader = new WarcReader(file)) {
          for (WarcRecord record : reader) {
            if (record instanceof WarcResponse response) {
              bodies.put(
                  response.target(),
                  new String(
                      response.http().body().stream().readAllBytes(), StandardCharsets.UTF_8));
            }
          }
        }
      }
    }
    return bodies;
  }
}
