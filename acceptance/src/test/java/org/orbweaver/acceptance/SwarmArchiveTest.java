package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;

/**
 * Herodotus with processes as users start them: six peers visit a site that changes for three
 * rounds; any two of them are killed and erased; every state of every page is then shown by each of
 * the living, and leaves the swarm as WARC files. When the two come back they are filled again.
 */
class SwarmArchiveTest {
  private static final int PEERS = 6;
  private static final int ROUNDS = 3;
  private static final int COPIES = 3;
  private static final String EVERY = "8s";

  /** Time for more rounds than are asked for, on a machine with other things to do. */
  private static final String FOR = "80s";

  @TempDir private Path directory;
  private final PageReader pages = new PageReader();
  private final List<PeerProcess> peers = new ArrayList<>();
  private final ChangingSite site = new ChangingSite();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  SwarmArchiveTest() throws IOException {}

  @AfterEach
  void end() {
    peers.forEach(PeerProcess::close);
    site.close();
    pages.close();
  }

  @Test
  void everyPeerShowsEveryStateOfEveryPageThoughTwoDisksAreLost() throws Exception {
    for (int number = 1; number <= PEERS; number++) {
      List<String> options = new ArrayList<>();
      if (number > 1) {
        options.addAll(List.of("--peers", "127.89.1.1:7117"));
      }
      options.addAll(List.of("--delay", "1ms", "--ip-delay", "1ms", "--allow", "127.0.0.0/8"));
      options.addAll(List.of("--reconcile", "6s"));
      options.addAll(List.of("--trust", "off", "--console", "0", "--leave-within", "0"));
      peers.add(
          PeerProcess.up(
              directory.resolve("peer" + number),
              Endpoint.parse("127.89.1." + number + ":7117"),
              options));
    }
    PeerProcess.await(peers, peer -> peer.living() == PEERS);
    PeerProcess first = peers.getFirst();
    String said =
        PeerProcess.orb(
            List.of(
                "peers",
                "--data",
                first.data().toString(),
                "--seed",
                site.page(1, "/"),
                "--scope",
                "any",
                "--include",
                "^http://127\\.89\\.0\\.",
                "--every",
                EVERY,
                "--for",
                FOR,
                "--json"));
    String crawl = PageReader.first(PageReader.NUMBER, said);
    PeerProcess.await(peers, peer -> site.rounds() >= ROUNDS);
    assertThat(site.unchanged()).as("answers 304, to whoever asked").isPositive();
    Map<String, Set<String>> states = settled();

    List<PeerProcess> all = List.copyOf(peers);
    List<PeerProcess> erased = new ArrayList<>(all.subList(1, PEERS)); // the first exports
    Collections.shuffle(erased);
    erased.subList(2, erased.size()).clear();
    for (PeerProcess unlucky : erased) {
      unlucky.kill();
      unlucky.eraseDisk();
      peers.remove(unlucky);
    }
    PeerProcess.await(peers, peer -> peer.living() == PEERS - 2);
    Path warcs = directory.resolve("crawl");
    first.export(crawl, warcs);
    exported(warcs, states);
    for (PeerProcess peer : peers) {
      shows(peer, states);
    }
    browsed(peers.getLast());
    filled(all, erased);
  }

  /**
   * The erased come back empty, and each capture is on r disks again. How much that moves is {@code
   * KeptCopiesTest}'s matter.
   */
  private void filled(List<PeerProcess> all, List<PeerProcess> erased)
      throws IOException, InterruptedException {
    for (PeerProcess peer : erased) {
      peer.restart();
      peers.add(peer);
    }
    PeerProcess.await(all, peer -> peer.living() == PEERS);
    PeerProcess.await(erased, SwarmArchiveTest::hasCompared);
    PeerProcess.await(all, PeerProcess::isIdle);
    for (PeerProcess peer : all) {
      peer.kill();
    }
    assertThat(KeptPieces.copies(all).values()).allMatch(count -> count >= COPIES);
  }

  /** What it holds with the other holders: whatever was overlooked is on its way by then. */
  private static boolean hasCompared(PeerProcess peer) {
    PeerStatus status = peer.status();
    return status != null && status.keeping().passes() > 1;
  }

  /** A sample, as a person sees it. */
  private void browsed(PeerProcess peer) throws Exception {
    String archive = archive(peer);
    try (LookingBrowser person = new LookingBrowser(directory.resolve("browser"))) {
      for (String path : List.of("/tagged0", "/still1", "/same0")) {
        String page = site.page(2, path);
        String timestamp = captures(archive, page).getFirst().split(" ")[1];
        String words = path.startsWith("/same") ? "the same everywhere" : path + " of host 2";
        assertThat(person.sees(words, archive + "web/" + timestamp + "/" + page))
            .as("%s in a browser", page)
            .isTrue();
      }
    }
  }

  private String archive(PeerProcess peer) throws InterruptedException {
    String console = PageReader.first(PageReader.CONSOLE, peer.log());
    PeerProcess.await(
        List.of(peer), it -> pages.body(console + "archive").contains("address of their own"));
    return PageReader.first(PageReader.ARCHIVE, pages.body(console + "archive"));
  }

  /** What was given out up to a moment in which nothing was on its way. */
  private Map<String, Set<String>> settled() throws InterruptedException {
    while (true) {
      Map<String, Set<String>> states = site.served();
      PeerProcess.await(peers, PeerProcess::isIdle);
      if (peers.stream().allMatch(PeerProcess::isIdle) && states.equals(site.served())) {
        return states;
      }
    }
  }

  /** Every state that any server gave out, with its body, by bytes. */
  private void shows(PeerProcess peer, Map<String, Set<String>> states) throws Exception {
    String archive = archive(peer);
    Set<String> holders = new HashSet<>();
    for (Map.Entry<String, Set<String>> page : states.entrySet()) {
      Set<String> shown = new HashSet<>();
      for (String line : captures(archive, page.getKey())) {
        String timestamp = line.split(" ")[1];
        HttpResponse<String> replayed =
            pages.get(archive + "web/" + timestamp + "id_/" + page.getKey());
        assertThat(replayed.statusCode()).as(page.getKey() + replayed.body()).isEqualTo(200);
        shown.add(replayed.body());
        holders.add(replayed.headers().firstValue("X-Orbweaver-Held-By").orElse(""));
      }
      assertThat(shown).as("%s at %s", page.getKey(), peer.data()).containsAll(page.getValue());
    }
    assertThat(holders)
        .as("it says from whom it has it")
        .anyMatch(holder -> holder.startsWith("127.89.1."));
    assertThat(pages.body(archive + "timemap/link/" + site.page(1, "/"))).contains("first memento");
  }

  /** A peer whose neighbours are too busy to answer says so, and is asked again. */
  private List<String> captures(String archive, String page)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = pages.get(archive + "cdx?url=" + page);
    for (int i = 0; i < 10 && answer.statusCode() != 200; i++) {
      Thread.sleep(1_000);
      answer = pages.get(archive + "cdx?url=" + page);
    }
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body().lines().toList();
  }

  /** Each capture once, with all bodies that there were. */
  private static void exported(Path warcs, Map<String, Set<String>> states) throws IOException {
    assertThat(Files.readString(warcs.resolve("missing.txt"))).isEmpty();
    Set<String> ids = new HashSet<>();
    Map<String, Set<String>> bodies = new HashMap<>();
    Map<String, Set<String>> digests = new HashMap<>();
    Map<String, String> byDigest = new HashMap<>();
    List<Path> files;
    try (Stream<Path> all = Files.list(warcs)) {
      files = all.filter(file -> file.toString().endsWith(".warc.gz")).toList();
    }
    for (Path file : files) {
      try (WarcReader reader = new WarcReader(file)) {
        for (WarcRecord record : reader) {
          assertThat(ids.add(record.id().toString())).as("once: %s", record.id()).isTrue();
          String digest = record.headers().first("WARC-Payload-Digest").orElse("");
          if (record instanceof WarcResponse response) {
            String body =
                new String(response.http().body().stream().readAllBytes(), StandardCharsets.UTF_8);
            byDigest.put(digest, body);
            bodies.computeIfAbsent(response.target(), uri -> new HashSet<>()).add(body);
          } else if (record instanceof WarcRevisit revisit) {
            digests
                .computeIfAbsent(((WarcTargetRecord) revisit).target(), uri -> new HashSet<>())
                .add(digest);
          }
        }
      }
    }
    digests.forEach(
        (uri, all) ->
            all.forEach(
                digest ->
                    bodies
                        .computeIfAbsent(uri, it -> new HashSet<>())
                        .add(byDigest.getOrDefault(digest, "no body of " + digest))));
    states.forEach(
        (uri, all) ->
            assertThat(bodies.getOrDefault(uri, Set.of()))
                .as("export of %s", uri)
                .containsAll(all));
  }
}
