package org.orbweaver.lab.archive;

import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ForeignCollection;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.console.archive.ArchiveServer;

/**
 * One file of CDX lines, loaded by us and by OutbackCDX, and the same questions put to both over
 * HTTP. We read the file as {@code orb archive import} does; OutbackCDX is sent it in large parts
 * by two clients at once, as its manual advises.
 */
public final class OutbackExperiment {
  private static final int QUESTIONS = 5_000;
  private static final int PART = 32 << 20;

  private final Path jar;
  private final SyntheticCaptures captures;
  private final Path scratch;

  public OutbackExperiment(Path jar, long captures, long seed, Path scratch) {
    this.jar = jar;
    this.captures = new SyntheticCaptures(captures, seed);
    this.scratch = scratch;
  }

  /**
   * @param loadedPerSecond until all captures can be asked for
   * @param compactedPerSecond until they are in their final order as well
   * @param processorMicros of all cores for each capture, compaction included: what it costs on a
   *     machine that others use too. OutbackCDX's without its clients'
   */
  public record Figures(
      double loadedPerSecond,
      double compactedPerSecond,
      double processorMicros,
      double bytesPerCapture,
      double medianMicros,
      double p99Micros,
      long wrong) {}

  /**
   * @param rate ours with compaction by theirs without
   * @param rateCompacted both with compaction
   * @param processor theirs by ours
   * @param bytes theirs by ours
   * @param p99 theirs by ours
   */
  public record Report(
      long captures,
      Figures ours,
      Figures outback,
      double rate,
      double rateCompacted,
      double processor,
      double bytes,
      double p99) {
    public boolean holds() {
      return rate > 1 && bytes > 1 && ours.wrong() == 0 && outback.wrong() == 0;
    }
  }

  public Report run() throws IOException, InterruptedException {
    Path cdx = scratch.resolve("captures.cdx");
    try (BufferedWriter out = Files.newBufferedWriter(cdx)) {
      out.write(" CDX N b a m s k r M S V g\n");
      for (long i = 0; i < captures.count(); i++) {
        out.write(captures.cdxLine(i));
        out.write('\n');
      }
    }
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      Figures theirs = outback(cdx, client);
      Figures ours = ours(cdx, client);
      return new Report(
          captures.count(),
          ours,
          theirs,
          ours.compactedPerSecond() / theirs.loadedPerSecond(),
          ours.compactedPerSecond() / theirs.compactedPerSecond(),
          theirs.processorMicros() / ours.processorMicros(),
          theirs.bytesPerCapture() / ours.bytesPerCapture(),
          theirs.p99Micros() / ours.p99Micros());
    }
  }

  private Figures ours(Path cdx, HttpClient client) throws IOException, InterruptedException {
    Path data = scratch.resolve("ours");
    long processor = -processorNanos(ProcessHandle.current());
    long begun = System.nanoTime();
    try (ForeignCollection collection = ForeignCollection.open(data, "ours", true)) {
      long found = collection.add(List.of(cdx)).captures();
      if (found != captures.count()) {
        throw new IOException("only " + found + " captures were imported");
      }
    }
    double rate = captures.count() / ((System.nanoTime() - begun) / 1e9);
    double micros = (processor + processorNanos(ProcessHandle.current())) / 1e3 / captures.count();
    try (Archive archive =
            new Archive(List.of(ForeignCollection.open(data, "ours", true)), AccessRules.none());
        ArchiveServer server =
            new ArchiveServer(archive, FuzzyRules.usual(), null, "127.0.0.1", 0, 0, null)) {
      long[] wrong = new long[1];
      double[] answers = ask(client, server.address() + "cdx", wrong);
      double bytes = (double) ArchiveIndexExperiment.bytes(data) / captures.count();
      return new Figures(
          rate,
          rate,
          micros,
          bytes,
          answers[QUESTIONS / 2],
          answers[QUESTIONS * 99 / 100],
          wrong[0]);
    }
  }

  private Figures outback(Path cdx, HttpClient client) throws IOException, InterruptedException {
    Path data = Files.createDirectories(scratch.resolve("outback"));
    Path log = scratch.resolve("outback.log");
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                "-b",
                "127.0.0.1",
                "-p",
                String.valueOf(port),
                "-d",
                data.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      await(port, server, log);
      String address = "http://127.0.0.1:" + port + "/judged";
      long begun = System.nanoTime();
      send(cdx, client, address);
      double loaded = (System.nanoTime() - begun) / 1e9;
      post(client, address + "/compact", HttpRequest.BodyPublishers.noBody());
      for (int i = 0; i < 36_000 && !Files.readString(log).contains("Compaction complete"); i++) {
        Thread.sleep(100);
      }
      double compacted = (System.nanoTime() - begun) / 1e9;
      double processor = processorNanos(server.toHandle()) / 1e3 / captures.count();
      long[] wrong = new long[1];
      double[] micros = ask(client, address, wrong);
      return new Figures(
          captures.count() / loaded,
          captures.count() / compacted,
          processor,
          (double) ArchiveIndexExperiment.bytes(data) / captures.count(),
          micros[QUESTIONS / 2],
          micros[QUESTIONS * 99 / 100],
          wrong[0]);
    } finally {
      server.destroy();
      if (!server.waitFor(60, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    }
  }

  private static long processorNanos(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private static void await(int port, Process server, Path log)
      throws IOException, InterruptedException {
    for (int i = 0; i < 300 && server.isAlive(); i++) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException e) {
        Thread.sleep(100);
      }
    }
    throw new IOException("OutbackCDX does not start: " + Files.readString(log));
  }

  /** Parts of whole lines, from two clients at once. */
  private static void send(Path cdx, HttpClient client, String address)
      throws IOException, InterruptedException {
    try (FileChannel file = FileChannel.open(cdx, StandardOpenOption.READ);
        ExecutorService pool = Executors.newFixedThreadPool(2)) {
      List<Future<?>> clients =
          IntStream.range(0, 2)
              .<Future<?>>mapToObj(
                  i ->
                      pool.submit(
                          () -> {
                            byte[] part = next(file);
                            while (part.length > 0) {
                              post(client, address, HttpRequest.BodyPublishers.ofByteArray(part));
                              part = next(file);
                            }
                            return null;
                          }))
              .toList();
      for (Future<?> each : clients) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("OutbackCDX does not take the lines", e.getCause());
    }
  }

  private static byte[] next(FileChannel file) throws IOException {
    synchronized (file) {
      long start = file.position();
      int size = (int) Math.min(PART, file.size() - start);
      ByteBuffer part = ByteBuffer.allocate(size);
      while (part.hasRemaining() && file.read(part) >= 0) {
        // until it is full
      }
      int end = part.position();
      while (start + end < file.size() && end > 0 && part.get(end - 1) != '\n') {
        end--;
      }
      file.position(start + end);
      return Arrays.copyOf(part.array(), end);
    }
  }

  private static void post(HttpClient client, String url, HttpRequest.BodyPublisher body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofMinutes(10))
                .POST(body)
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(url + " answers " + answer.statusCode() + ": " + answer.body());
    }
  }

  /** The nearest capture, asked for by its own time: the answer must name its digest. */
  private double[] ask(HttpClient client, String address, long[] wrong)
      throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(captures.seed() + 2);
    double[] micros = new double[QUESTIONS];
    for (int i = -QUESTIONS / 5; i < QUESTIONS; i++) { // the first ones warm up
      long number = random.nextLong(captures.count());
      IndexRow meant = captures.row(number);
      String url =
          address
              + "?sort=closest&limit=1&closest="
              + Timestamp.of(meant.at())
              + "&url="
              + URLEncoder.encode(meant.url(), StandardCharsets.UTF_8);
      long begun = System.nanoTime();
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMinutes(1)).build(),
              HttpResponse.BodyHandlers.ofString());
      if (i >= 0) {
        micros[i] = (System.nanoTime() - begun) / 1e3;
        String digest = captures.cdxLine(number).split(" ")[5];
        wrong[0] += answer.body().contains(digest) ? 0 : 1;
      }
    }
    Arrays.sort(micros);
    return micros;
  }
}
