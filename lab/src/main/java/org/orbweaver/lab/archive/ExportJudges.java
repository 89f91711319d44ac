package org.orbweaver.lab.archive;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/**
 * A directory of WARC files as jwarc, Python's warcio and pywb read it, held against what the web
 * itself says: every page there, each once, with its body.
 */
public final class ExportJudges {
  private static final String ROBOTS = "/robots.txt";
  private static final long PATIENCE_SECONDS = 600;
  private static final int SHOWN = 10;

  /**
   * What they say.
   *
   * @param records of all kinds
   * @param repeatedRecords records whose ID is there more than once
   * @param pages addresses of the web that have a response
   * @param missing pages of the web that have none
   * @param repeatedPages pages with more than one
   * @param otherBodies pages whose body is not what the web says
   * @param robots responses of robots.txt, which come along
   * @param warcioRecords that warcio reads
   * @param warcioResponses of these, responses
   * @param warcioFaults complaints of {@code warcio check}
   * @param pywbCaptures that pywb finds
   * @param pywbShows pages of a sample that pywb shows as the web says, of
   * @param pywbAsked so many
   */
  public record Report(
      long records,
      long repeatedRecords,
      int pages,
      int missing,
      int repeatedPages,
      int otherBodies,
      long robots,
      long warcioRecords,
      long warcioResponses,
      List<String> warcioFaults,
      long pywbCaptures,
      int pywbShows,
      int pywbAsked) {
    /** Complete, each once, and all three agree. */
    public boolean holds() {
      long responses = pages + robots;
      return missing == 0
          && repeatedRecords == 0
          && repeatedPages == 0
          && otherBodies == 0
          && warcioRecords == records
          && warcioResponses == responses
          && warcioFaults.isEmpty()
          && pywbCaptures == responses
          && pywbShows == pywbAsked;
    }
  }

  private final Path programs;
  private final Path scratch;
  private final Map<String, byte[]> truth;

  /**
   * @param programs where pywb's and warcio's commands are
   * @param truth the body of each page, by its address
   */
  public ExportJudges(Path programs, Path scratch, Map<String, byte[]> truth) {
    this.programs = programs;
    this.scratch = scratch;
    this.truth = truth;
  }

  /**
   * @param sample how many pages pywb is asked for
   */
  public Report judge(List<Path> warcs, int sample) throws IOException, InterruptedException {
    Read read = read(warcs);
    List<String> types = warcio(List.of("index", "-f", "warc-type"), warcs);
    long responses = types.stream().filter(line -> line.contains("\"response\"")).count();
    List<String> faults =
        warcio(List.of("check"), warcs).stream()
            .filter(line -> !line.isBlank())
            .limit(SHOWN)
            .toList();
    long captures;
    int shows = 0;
    List<String> asked = everyNth(sample);
    try (PywbServer pywb = new PywbServer(programs, scratch.resolve("pywb"), warcs, 1);
        HttpClient client = HttpClient.newHttpClient()) {
      captures = pywb.indexed();
      for (String page : asked) {
        URI address = URI.create(pywb.replay(0) + "2id_/" + page);
        HttpResponse<InputStream> said =
            client.send(
                HttpRequest.newBuilder(follow(client, address)).build(),
                BodyHandlers.ofInputStream());
        String encoding = said.headers().firstValue("Content-Encoding").orElse("");
        shows += Arrays.equals(plain(said.body(), encoding), truth.get(page)) ? 1 : 0;
      }
    }
    return new Report(
        read.records,
        read.records - read.ids.size(),
        read.pages.size(),
        (int) truth.keySet().stream().filter(page -> !read.pages.containsKey(page)).count(),
        (int) read.pages.values().stream().filter(count -> count > 1).count(),
        read.otherBodies,
        read.robots,
        types.size(),
        responses,
        faults,
        captures,
        shows,
        asked.size());
  }

  private static URI follow(HttpClient client, URI address)
      throws IOException, InterruptedException {
    HttpResponse<Void> first =
        client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding());
    boolean elsewhere = first.statusCode() / 100 == 3;
    return elsewhere ? address.resolve(first.headers().firstValue("Location").orElse("")) : address;
  }

  private List<String> everyNth(int sample) {
    List<String> all = truth.keySet().stream().sorted().toList();
    int step = Math.max(1, all.size() / Math.max(1, sample));
    List<String> some = new ArrayList<>();
    for (int i = 0; i < all.size(); i += step) {
      some.add(all.get(i));
    }
    return some;
  }

  /** What jwarc reads. */
  private static final class Read {
    private final Set<String> ids = new HashSet<>();
    private final Map<String, Integer> pages = new TreeMap<>();
    private long records;
    private long robots;
    private int otherBodies;
  }

  private Read read(List<Path> warcs) throws IOException {
    Read read = new Read();
    for (Path warc : warcs) {
      try (WarcReader reader = new WarcReader(warc)) {
        for (WarcRecord record : reader) {
          read.records++;
          read.ids.add(record.id().toString());
          if (record instanceof WarcResponse response && response.target().endsWith(ROBOTS)) {
            read.robots++;
          } else if (record instanceof WarcResponse response) {
            read.pages.merge(response.target(), 1, Integer::sum);
            String encoding = response.http().headers().first("Content-Encoding").orElse("");
            byte[] body = plain(response.http().body().stream(), encoding);
            read.otherBodies += Arrays.equals(body, truth.get(response.target())) ? 0 : 1;
          }
        }
      }
    }
    return read;
  }

  private static byte[] plain(InputStream body, String encoding) throws IOException {
    try (InputStream in = encoding.equals("gzip") ? new GZIPInputStream(body) : body) {
      return in.readAllBytes();
    }
  }

  private List<String> warcio(List<String> what, List<Path> warcs)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(programs.resolve("warcio").toString()));
    command.addAll(what);
    warcs.forEach(warc -> command.add(warc.toString()));
    Path log = scratch.resolve("warcio-" + what.getFirst() + ".log");
    Process warcio =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!warcio.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      warcio.destroyForcibly();
      throw new IOException("warcio takes too long");
    }
    return Files.readAllLines(log, StandardCharsets.UTF_8);
  }
}
