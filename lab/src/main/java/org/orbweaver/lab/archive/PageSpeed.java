package org.orbweaver.lab.archive;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.orbweaver.archive.replay.Timestamp;

/** How fast a server brings archived pages to several clients at once, block by block. */
final class PageSpeed {
  private static final int CLIENTS = 8;

  private final List<Double> millis = new ArrayList<>();
  private double seconds;

  /** Of all blocks together. */
  public record Speed(int pages, double pagesPerSecond, double medianMillis, double p99Millis) {}

  Speed speed() {
    double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Speed(
        sorted.length,
        sorted.length / seconds,
        sorted[sorted.length / 2],
        sorted[sorted.length * 99 / 100]);
  }

  /** Every page once; each must be the one asked for. */
  void fetch(HttpClient client, List<CapturedSites.Known> captures, IntFunction<String> replay)
      throws IOException, InterruptedException {
    AtomicInteger next = new AtomicInteger();
    Double[] taken = new Double[captures.size()];
    long begun = System.nanoTime();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            pool.submit(
                () -> {
                  for (int each = next.getAndIncrement();
                      each < captures.size();
                      each = next.getAndIncrement()) {
                    CapturedSites.Known capture = captures.get(each);
                    String url =
                        replay.apply(each) + Timestamp.of(capture.at()) + "mp_/" + capture.url();
                    long asked = System.nanoTime();
                    HttpResponse<String> answer = PywbExperiment.get(client, url);
                    taken[each] = (System.nanoTime() - asked) / 1e6;
                    if (answer.statusCode() != 200
                        || !answer.body().contains(" of " + capture.url() + "</p>")) {
                      throw new IOException(url + " is not shown: " + answer.statusCode());
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> each : clients) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a page could not be fetched", e.getCause());
    }
    millis.addAll(Arrays.asList(taken));
    seconds += (System.nanoTime() - begun) / 1e9;
  }
}
