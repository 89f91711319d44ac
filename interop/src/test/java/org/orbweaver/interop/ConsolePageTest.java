package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.console.ConsoleServer;
import org.orbweaver.console.index.IndexSection;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.pipeline.Entries;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.indexer.torrent.InfoDictionary;
import org.orbweaver.indexer.torrent.Reading;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * The pages as a real browser makes them: Chromium loads one, runs its script and prints the DOM.
 */
@RealComponent(Component.CHROMIUM)
class ConsolePageTest {
  private static final Key HASH = Key.parse("ab".repeat(20));
  private static final String HOSTILE =
      "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\"> 三体";

  @TempDir private Path folder;
  private TorrentStore store;
  private ConsoleServer server;

  @SuppressWarnings("NullAway.Init") // opened before each test
  ConsolePageTest() {}

  @BeforeEach
  void start() {
    RuleClassifier classifier = RuleClassifier.builtIn();
    store =
        TorrentStores.open(folder.resolve("t.db").toString(), classifier, StoreSettings.DEFAULT);
    store.settle(
        List.of(
            new Outcome.Fetched(
                new TorrentEntry(
                    HASH,
                    HOSTILE,
                    List.of(
                        new ListedFile("__proto__/<i>x</i>.mkv", 5),
                        new ListedFile("../../etc/passwd", 6)))),
            new Outcome.Fetched(
                new TorrentEntry(
                    Key.parse("cd".repeat(20)),
                    "Tidewater.S01E02.1080p",
                    List.of(new ListedFile("a.mkv", 3_000_000_000L))))),
        System.currentTimeMillis() * 1_000_000);
    server =
        new ConsoleServer(
            "127.0.0.1",
            0,
            Optional.empty(),
            List.of(
                new IndexSection(
                    store,
                    classifier,
                    Optional::empty,
                    _ -> Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Clock.systemUTC())));
  }

  @AfterEach
  void stop() {
    server.close();
    store.close();
  }

  /** Without a sandbox, which root cannot have; and without any way to the outside. */
  private String dom(String path) throws IOException {
    Process chromium =
        new ProcessBuilder(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                "--user-data-dir=" + folder.resolve("browser"),
                "--virtual-time-budget=5000",
                "--dump-dom",
                server.address() + path)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new String(chromium.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /**
   * As it comes from a peer: a name of bytes that are no UTF-8, turned around by a direction mark,
   * with a folder that leads out, and half a petabyte of content.
   */
  private static Outcome hostileMetadata() {
    BencodeWriter info = new BencodeWriter(512);
    info.beginDictionary().string("files").beginList();
    for (String name : List.of("..", "<svg onload=alert(1)>")) {
      info.beginDictionary().string("length").integer(1L << 48);
      info.string("path").beginList().string(name).string("passwd\u202e").end().end();
    }
    info.end().string("name");
    info.string(new byte[] {(byte) 0xff, (byte) 0xfe, 'k', 'a', 'p', 'p', 'a', (byte) 0x80});
    info.string("piece length").integer(1 << 30);
    info.string("pieces").string(new byte[(1 << 19) * 20]).end();
    return switch (InfoDictionary.read(info.toArray())) {
      case Reading.Accepted(Torrent torrent) ->
          new Outcome.Fetched(Entries.of(torrent.infohash(), torrent));
      case Reading.Refused(var reason) -> throw new AssertionError("refused: " + reason);
    };
  }

  @Test
  void hostileMetadataIsShownHarmlessly() throws IOException {
    Outcome hostile = hostileMetadata();
    store.settle(List.of(hostile), System.currentTimeMillis() * 1_000_000);
    assertThat(dom("torrent/" + hostile.hash()))
        .contains("kappa", "passwd", "563 TB", "&lt;svg onload")
        .doesNotContain("\u202e", "<svg onload", "../");
  }

  @Test
  void theSearchPageListsWhatWasFound() throws IOException {
    String page = dom("?q=tidewater");
    assertThat(page)
        .contains("Tidewater.S01E02.1080p", "3.0 GB", "S01E02", "1 torrent in", "magnet:?xt=")
        .doesNotContain("三体");
  }

  @Test
  void aHostileNameIsTextOnTheSearchPage() throws IOException {
    assertThat(dom("?q=三体"))
        .contains("&lt;script&gt;document.title")
        .doesNotContain("<script>document.title", "<img src=\"x\"", "<title>taken");
  }

  @Test
  void aHostileTorrentIsTextOnItsPage() throws IOException {
    assertThat(dom("torrent/" + HASH))
        .contains("&lt;script&gt;document.title", "__proto__", "passwd", "&lt;i&gt;x&lt;")
        .doesNotContain("<script>document.title", "<img src=\"x\"", "<title>taken");
  }
}
