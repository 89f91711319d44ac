package org.orbweaver.lab.archive;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.sim.web.OddSite;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

/**
 * What a crawl keeps of {@link OddSite} as others read it: jwarc and Python's warcio all records,
 * pywb the pages behind cookies, redirects in UTF-8, session IDs, duplicates and packed bodies.
 */
public final class OddSiteExperiment {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Pages that pywb must show, and words that are on them. */
  private static final Map<String, String> SHOWN = shown();

  private final Path programs;
  private final Path scratch;

  /**
   * @param programs where pywb's and warcio's commands are
   */
  public OddSiteExperiment(Path programs, Path scratch) {
    this.programs = programs;
    this.scratch = scratch;
  }

  /**
   * What they say.
   *
   * @param records that jwarc reads
   * @param digestsAsSent complaints of {@code warcio check}: each of a chunked body, whose digest
   *     it takes with the chunks' framing, against the standard
   * @param faults its other complaints
   * @param replayed pages that pywb shows as they were
   * @param notReplayed those that it does not, and what it says instead
   */
  public record Report(
      int records,
      List<String> digestsAsSent,
      List<String> faults,
      int replayed,
      List<String> notReplayed) {
    public boolean holds() {
      return records > 0 && faults.isEmpty() && notReplayed.isEmpty();
    }
  }

  private static Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put("utf8", "the page /leaf/");
    shown.put("leaf/%C3%BC%E6%97%A5", "the page /leaf/");
    shown.put("session", "cart");
    shown.put("cart;jsessionid=0123456789ABCDEF0123456789ABCDEF", "the page /cart");
    shown.put("wall", "behind the wall");
    shown.put("dup1", "the very same words");
    shown.put("dup2", "the very same words");
    shown.put(OddSite.DUPLICATE.substring(1), "the very same words");
    shown.put("refresh", "wait");
    shown.put("choices", "choice-of-ours");
    shown.put("moved-nowhere", "after-nowhere");
    shown.put("deflate", "after-deflate");
    shown.put("chunked", "after-chunks");
    shown.put("operator%.html", "the page /operator");
    shown.put("from-text-sitemap", "the page /from-text-sitemap");
    return shown;
  }

  public Report run() throws IOException, InterruptedException {
    try (OddSite site = new OddSite()) {
      crawl(site.home());
      crawl(site.home() + OddSite.DUPLICATE.substring(1));
      List<Path> warcs;
      try (var files = Files.list(scratch.resolve("crawl/warc"))) {
        warcs = files.sorted().map(Path::toAbsolutePath).toList();
      }
      int records = 0;
      for (Path warc : warcs) {
        try (WarcReader reader = new WarcReader(warc)) {
          for (WarcRecord record : reader) {
            record.body().stream().readAllBytes();
            records++;
          }
        }
      }
      List<String> complaints = check(warcs);
      List<String> chunked = complaints.stream().filter(line -> isChunked(line)).toList();
      List<String> faults = complaints.stream().filter(line -> !isChunked(line)).toList();
      List<String> missed = new ArrayList<>();
      try (PywbServer pywb = new PywbServer(programs, scratch.resolve("pywb"), warcs, 1)) {
        for (Map.Entry<String, String> page : SHOWN.entrySet()) {
          String said = get(pywb.replay(0) + "mp_/" + site.home() + page.getKey());
          if (!said.contains(page.getValue())) {
            missed.add(page.getKey() + ": " + said.lines().findFirst().orElse("nothing"));
          }
        }
      }
      return new Report(records, chunked, faults, SHOWN.size() - missed.size(), missed);
    }
  }

  private void crawl(String seed) throws IOException, InterruptedException {
    WebCrawlOptions options =
        WebCrawlOptions.usual(
                CrawlOptions.usual(new UserAgent("orbweaver", "lab", "https://example.org/"))
                    .withManners(Manners.none()),
                ScopeOptions.of(Reach.HOST))
            .allowing(List.of("127.0.0.0/8"));
    List<WebUrl> seeds = List.of(WebUrl.of(seed));
    try (WebCrawl crawl =
        WebCrawl.open(scratch.resolve("crawl"), seeds, options, InstantSource.system())) {
      crawl.run();
    }
  }

  /** {@code warcio check -v}: the addresses whose digests it disputes, and what else it says. */
  private List<String> check(List<Path> warcs) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(programs.resolve("warcio").toString(), "check", "-v"));
    warcs.forEach(warc -> command.add(warc.toString()));
    Path log = scratch.resolve("warcio.log");
    Process warcio =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!warcio.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      warcio.destroyForcibly();
      throw new IOException("warcio check takes too long");
    }
    List<String> complaints = new ArrayList<>();
    String record = "";
    for (String line : Files.readAllLines(log)) {
      record = line.contains("WARC-Record-ID") ? line.strip() : record;
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.contains("digest fail") || lower.contains("failed") || lower.contains("error")) {
        complaints.add(record + " " + line.strip());
      }
    }
    return complaints;
  }

  private static boolean isChunked(String complaint) {
    return complaint.contains("payload digest failed");
  }

  /** The body behind an address that need not be one by the rules, through redirects. */
  private static String get(String address) throws IOException {
    String next = address;
    String said = "";
    for (int hop = 0; hop < 5 && !next.isEmpty(); hop++) {
      int path = next.indexOf('/', "http://".length());
      URI server = URI.create(next.substring(0, path));
      try (Socket socket = new Socket(InetAddress.ofLiteral(server.getHost()), server.getPort());
          InputStream in = new BufferedInputStream(socket.getInputStream())) {
        socket.setSoTimeout((int) PATIENCE.toMillis());
        String request =
            "GET %s HTTP/1.0\r\nHost: %s\r\nAccept-Encoding: identity\r\n\r\n"
                .formatted(next.substring(path), server.getAuthority());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        in.transferTo(all);
        said = all.toString(StandardCharsets.UTF_8);
      }
      String home = next.substring(0, path);
      String to =
          said.lines()
              .takeWhile(line -> !line.isEmpty())
              .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("location: "))
              .map(line -> line.substring("location: ".length()).strip())
              .findFirst()
              .orElse("");
      next = to.isEmpty() || to.startsWith("http") ? to : home + to;
    }
    return said;
  }
}
