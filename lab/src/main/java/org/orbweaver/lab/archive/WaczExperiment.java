package org.orbweaver.lab.archive;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.app.archive.SliceFile;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.Slice;
import org.orbweaver.archive.replay.StoredCollection;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.lab.browser.VisitorBrowser;
import tools.jackson.databind.json.JsonMapper;

/**
 * A WACZ of ours in ReplayWeb.page's library (wabac, a service worker in Chromium), and one that
 * Webrecorder's own {@code wacz} made of the same WARC files, here.
 */
public final class WaczExperiment {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");
  private static final String ADD =
      "(async () => { await navigator.serviceWorker.register('/sw.js'); const ready = await"
          + " navigator.serviceWorker.ready; const said = new Promise(tell =>"
          + " navigator.serviceWorker.addEventListener('message', e => { if (e.data.msg_type ==="
          + " 'collAdded') tell('added'); if (e.data.msg_type === 'collProgress' && e.data.error)"
          + " tell(String(e.data.error)); })); navigator.serviceWorker.startMessages();"
          + " ready.active.postMessage({msg_type: 'addColl', name: 'c', file: {sourceUrl:"
          + " location.origin + '/c.wacz'}}); return await said; })()";
  private static final String READ =
      "(async () => { let right = 0; const wrong = []; for (const [time, url] of CAPTURES) {"
          + " const answer = await fetch('/w/c/' + time + 'id_/' + url);"
          + " const text = await answer.text();"
          + " if (answer.ok && text.includes(' of ' + url + '</p>')) right++;"
          + " else wrong.push(answer.status + ' ' + time + ' ' + url); }"
          + " return right + ' ' + wrong.slice(0, 5).join(', '); })()";

  private final Path serviceWorker;
  private final Path wacz;
  private final List<Path> sites;
  private final int pages;
  private final Path scratch;

  /**
   * @param serviceWorker wabac's {@code dist/sw.js}
   * @param wacz Webrecorder's program of that name
   */
  public WaczExperiment(Path serviceWorker, Path wacz, List<Path> sites, int pages, Path scratch) {
    this.serviceWorker = serviceWorker;
    this.wacz = wacz;
    this.sites = sites;
    this.pages = pages;
    this.scratch = scratch;
  }

  /**
   * @param shownByWabac captures of our WACZ that wabac shows
   * @param same captures of theirs that are found here with the same digests
   */
  public record Report(int captures, String added, String shownByWabac, int inTheirs, int same) {
    public boolean holds() {
      return shownByWabac.equals(captures + " ") && inTheirs == captures && same == captures;
    }
  }

  public Report run() throws IOException, InterruptedException {
    Path collection = scratch.resolve("ours");
    CapturedSites captured = CapturedSites.write(collection, sites, pages, 3, new Random(19));
    List<CapturedSites.Known> all = captured.all();
    Path own = scratch.resolve("ours.wacz");
    Holdings holdings = new Holdings(scratch.resolve("data"), warning -> {});
    Set<String> ours;
    try (Archive archive =
        new Archive(List.of(StoredCollection.open(collection, true)), AccessRules.none())) {
      ours = captures(archive.sources().getFirst());
      new SliceFile(holdings, own.toString()).write(archive, Slice.ALL, "ours");
    }
    Path theirs = theirs(collection);
    Set<String> found;
    try (Archive opened = holdings.open(List.of(theirs.toString()), true)) {
      found = captures(opened.sources().getFirst());
    }
    TreeSet<String> same = new TreeSet<>(found);
    same.retainAll(ours);
    List<List<String>> asked = new ArrayList<>();
    all.forEach(each -> asked.add(List.of(Timestamp.of(each.at()), each.url())));
    HttpServer server = serve(own);
    String home = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    try (VisitorBrowser browser = VisitorBrowser.start(List.of());
        VisitorBrowser.Page page = browser.new Page(null)) {
      page.open(home, 200);
      String added = settled(page, ADD);
      page.open(home, 200); // now the service worker answers
      String shown =
          settled(page, READ.replace("CAPTURES", JsonMapper.shared().writeValueAsString(asked)));
      return new Report(all.size(), unquoted(added), unquoted(shown), found.size(), same.size());
    } finally {
      server.stop(0);
    }
  }

  /** What a promise comes to; the browser does not wait for long ones. */
  private static String settled(VisitorBrowser.Page page, String promise)
      throws IOException, InterruptedException {
    page.evaluate(
        "window.came = ''; "
            + promise
            + ".then(x => window.came = x, e => window.came = 'failed: ' + e); 0");
    for (int i = 0; i < 600; i++) {
      String came = unquoted(page.evaluate("window.came"));
      if (!came.isEmpty()) {
        return came;
      }
      Thread.sleep(200);
    }
    return "no answer";
  }

  private static String unquoted(String json) {
    return json.startsWith("\"") ? json.substring(1, json.length() - 1) : json;
  }

  private static Set<String> captures(CaptureSource source) {
    TreeSet<String> found = new TreeSet<>();
    source.scan(
        "",
        "",
        row -> {
          String digest = HexFormat.of().formatHex(row.digest());
          found.add(Timestamp.of(row.at()) + " " + row.url() + " " + digest);
          return true;
        });
    return found;
  }

  private Path theirs(Path collection) throws IOException, InterruptedException {
    Path target = scratch.resolve("theirs.wacz");
    List<String> command =
        new ArrayList<>(List.of(wacz.toString(), "create", "-o", target.toString()));
    try (Stream<Path> files = Files.walk(collection)) {
      files
          .filter(file -> file.toString().endsWith(".warc.gz"))
          .sorted()
          .forEach(file -> command.add(file.toString()));
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("Webrecorder's wacz failed: " + said);
    }
    return target;
  }

  private HttpServer serve(Path file) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    byte[] worker = Files.readAllBytes(serviceWorker);
    byte[] whole = Files.readAllBytes(file);
    server.createContext(
        "/",
        exchange -> answer(exchange, "text/html", "<p>".getBytes(StandardCharsets.UTF_8), null));
    server.createContext("/sw.js", exchange -> answer(exchange, "text/javascript", worker, null));
    server.createContext(
        "/c.wacz",
        exchange ->
            answer(
                exchange,
                "application/wacz",
                whole,
                exchange.getRequestHeaders().getFirst("Range")));
    server.start();
    return server;
  }

  private static void answer(
      HttpExchange exchange, String type, byte[] body, @Nullable String range) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
    Matcher asked = RANGE.matcher(range == null ? "" : range);
    byte[] part = body;
    int status = 200;
    if (asked.matches()) {
      int from = Math.min(Integer.parseInt(asked.group(1)), body.length);
      int to =
          asked.group(2).isEmpty()
              ? body.length - 1
              : Math.min(body.length - 1, Integer.parseInt(asked.group(2)));
      part = Arrays.copyOfRange(body, from, Math.max(from, to + 1));
      status = 206;
      exchange
          .getResponseHeaders()
          .set("Content-Range", "bytes " + from + "-" + to + "/" + body.length);
    }
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(part.length));
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, part.length);
      exchange.getResponseBody().write(part);
    }
    exchange.close();
  }
}
