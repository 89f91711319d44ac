package org.orbweaver.archive.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What a source's captures say, each version of a page once: a capture that brought what the one
 * before it did is passed by. Read and parsed on all cores.
 */
final class CaptureTexts {
  private static final int MOST_DECODED = 16 << 20;

  private final CaptureSource source;
  private final Predicate<IndexRow> wanted;

  CaptureTexts(CaptureSource source, Predicate<IndexRow> wanted) {
    this.source = source;
    this.wanted = wanted;
  }

  /** Takes a capture's text, from any thread. */
  @FunctionalInterface
  interface Taker {
    void take(IndexRow row, PageText text) throws IOException;
  }

  /** Returns how many had one. */
  long forEach(String surtStart, Taker taker) throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    // Bodies are read by the threads that parse them: so many are in memory at most.
    Semaphore room = new Semaphore(2 * cores);
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    AtomicLong taken = new AtomicLong();
    @Nullable IndexRow[] before = new @Nullable IndexRow[1];
    try (ExecutorService pool = Executors.newFixedThreadPool(cores)) {
      source.scan(
          surtStart,
          surtStart,
          row -> {
            IndexRow last = before[0];
            boolean version =
                last == null
                    || !last.url().equals(row.url())
                    || !Arrays.equals(last.digest(), row.digest());
            before[0] = row;
            if (version && row.status() == 200 && wanted.test(row)) {
              room.acquireUninterruptibly();
              pool.execute(() -> take(row, taker, taken, failure, room));
            }
            return failure.get() == null;
          });
    }
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IOException(String.valueOf(failed.getMessage()), failed);
    }
    return taken.get();
  }

  private void take(
      IndexRow row,
      Taker taker,
      AtomicLong taken,
      AtomicReference<@Nullable Throwable> failure,
      Semaphore room) {
    try {
      PageText text = read(row);
      if (text != null) {
        taker.take(row, text);
        taken.incrementAndGet();
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      room.release();
    }
  }

  /** Null if there is nothing to read in it, or it is damaged: "verify" tells of that. */
  private @Nullable PageText read(IndexRow row) {
    try (Response response = source.open(row)) {
      PageText text =
          PageText.of(
              row.url(),
              row.mediaType(),
              ContentDecoding.decode(response, MOST_DECODED),
              response.headers().first("Content-Type").orElse(null));
      WebUrl url = WebUrl.parse(row.url());
      return text == null || url == null
          ? text
          : text.asking(LinkExtractor.extract(url, response).noindex());
    } catch (IOException e) {
      return null;
    }
  }
}
