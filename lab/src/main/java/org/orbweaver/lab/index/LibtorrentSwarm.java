package org.orbweaver.lab.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.kademlia.Key;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code orb index run} as a user starts it, among libtorrent sessions with their shipped settings,
 * on loopback or at public addresses: does it get every torrent, and does anybody ban it?
 */
public final class LibtorrentSwarm {
  /**
   * What is tried.
   *
   * @param seconds how long it may take; it ends as soon as all are there
   */
  public record Options(int sessions, int torrents, boolean publicAddresses, int seconds) {}

  /**
   * What came of it.
   *
   * @param lastAfter seconds from the start of the process to the last torrent
   * @param bans how often a session shut us out for asking too often
   * @param missed what the ledger says of those that are missing: how many of each
   */
  public record Report(
      Options options,
      int stored,
      double lastAfter,
      int bans,
      Map<String, Integer> missed,
      JsonNode indexer) {}

  private static final String SCRIPT = "libtorrent_swarm.py";
  private static final int PORT = 7000;

  private final Options options;
  private final Progress progress;

  public LibtorrentSwarm(Options options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  public Report run() throws IOException, InterruptedException {
    try (TemporaryFolder folder = new TemporaryFolder("orb-lab-libtorrent");
        PublicNamespace inside = options.publicAddresses ? new PublicNamespace() : null) {
      return run(folder, inside == null ? List.of() : inside.entrance());
    }
  }

  private Report run(TemporaryFolder folder, List<String> entrance)
      throws IOException, InterruptedException {
    Process swarm = start(folder, entrance);
    try (BufferedReader said = swarm.inputReader(UTF_8)) {
      progress.at(0, "the sessions find each other");
      String ready = said.readLine();
      if (ready == null || !ready.startsWith("ready ")) {
        throw new IOException("libtorrent did not start: " + swarm.errorReader(UTF_8).readLine());
      }
      List<Key> wanted = new ArrayList<>();
      String line = said.readLine();
      while (line != null && !line.equals("end")) {
        wanted.add(Key.parse(line));
        line = said.readLine();
      }
      return index(folder.file("torrents.db"), entrance, ready.substring(6), wanted, swarm, said);
    } finally {
      swarm.destroyForcibly();
    }
  }

  private Process start(TemporaryFolder folder, List<String> entrance) throws IOException {
    Path script = Path.of(folder.file(SCRIPT));
    try (InputStream in = LibtorrentSwarm.class.getResourceAsStream(SCRIPT)) {
      Files.copy(java.util.Objects.requireNonNull(in), script);
    }
    Path files = Files.createDirectory(Path.of(folder.file("files")));
    List<String> command = new ArrayList<>(entrance);
    command.addAll(
        List.of(
            // Debian's: libtorrent's binding comes as a package of the system's Python.
            "/usr/bin/python3",
            script.toString(),
            options.publicAddresses ? "93.77" : "127.9",
            Integer.toString(options.sessions),
            Integer.toString(options.torrents),
            files.toString()));
    return new ProcessBuilder(command).start();
  }

  private Report index(
      String store,
      List<String> entrance,
      String gate,
      List<Key> wanted,
      Process swarm,
      BufferedReader said)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    String home = (options.publicAddresses ? "93.78.0.9:" : "127.0.0.9:") + PORT;
    List<String> words =
        List.of(
            "index",
            "run",
            "--listen",
            home,
            "--bootstrap",
            gate,
            "--store",
            store,
            "--state",
            store + ".state",
            "--console",
            "-1",
            "--report",
            "1");
    IndexerNews news = new IndexerNews();
    JsonNode report;
    double lastAfter = 0;
    try (OrbProcess indexer = OrbProcess.start(entrance, news::hear, words)) {
      long end = began + Duration.ofSeconds(options.seconds).toNanos();
      long before = 0;
      while (System.nanoTime() < end && before < options.torrents && indexer.isRunning()) {
        Thread.sleep(500);
        lastAfter = news.torrents() > before ? (System.nanoTime() - began) / 1e9 : lastAfter;
        before = news.torrents();
        progress.at((double) before / options.torrents, before + " torrents");
      }
      report = JsonMapper.shared().readTree(indexer.stop());
    }
    swarm.outputWriter(UTF_8).close();
    String bans = said.readLine();
    return report(store, wanted, lastAfter, bans, report);
  }

  private Report report(
      String store, List<Key> wanted, double lastAfter, @Nullable String bans, JsonNode indexer)
      throws IOException {
    if (bans == null || !bans.startsWith("bans ")) {
      throw new IOException("libtorrent did not say whom it banned");
    }
    Map<String, Integer> missed = new TreeMap<>();
    int stored = 0;
    try (TorrentStore torrents =
        TorrentStores.open(store, RuleClassifier.builtIn(), StoreSettings.DEFAULT)) {
      Map<Key, Triage> known = torrents.triage(wanted, System.currentTimeMillis() * 1_000_000);
      for (Key hash : wanted) {
        if (torrents.torrent(hash).isPresent()) {
          stored++;
        } else {
          missed.merge(String.valueOf(known.get(hash)), 1, Integer::sum);
        }
      }
    }
    return new Report(
        options, stored, lastAfter, Integer.parseInt(bans.substring(5)), missed, indexer);
  }
}
