package org.orbweaver.archive.search;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
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
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.FetchProblem;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What a source's captures say, each version of a page once: a capture that brought what the one
 * before it did is passed by. Read and parsed on all cores.
 */
final class CaptureTexts {
  private static final int MOST_DECODED = 16 << 20;

  /** Of a page as it was sent; all that a peer captures of its own accord is smaller. */
  private static final long MOST_STORED = 5L * MOST_DECODED;

  private final CaptureSource source;
  private final Predicate<IndexRow> wanted;

  CaptureTexts(CaptureSource source, Predicate<IndexRow> wanted) {
    this.source = source;
    this.wanted = wanted;
  }

  /** Why a capture has no text. */
  enum Without {
    /** There is nothing to read in it. */
    WORDS,
    /** It is damaged, or made to do harm, or cannot be taken. */
    BROKEN,
    /** Its bytes are not all here, or there is no room to read them: that may change. */
    MISSING
  }

  /** Takes a capture's text, from any thread. */
  @FunctionalInterface
  interface Taker {
    /**
     * @throws IOException if no other can be taken either
     * @throws IllegalArgumentException if there is something wrong with this one
     */
    void take(IndexRow row, PageText text) throws IOException;

    default void passBy(IndexRow row, Without why) throws IOException {}
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
            if (version
                && row.status() == 200
                && PageText.reads(row.mediaType())
                && wanted.test(row)) {
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
      if (take(row, taker)) {
        taken.incrementAndGet();
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      room.release();
    }
  }

  /** One bad page costs its own words and no others. Returns whether it was taken. */
  private boolean take(IndexRow row, Taker taker) throws IOException {
    PageText text = null;
    Without why = Without.WORDS;
    try {
      text = read(row);
    } catch (FileNotFoundException | FileSystemException e) {
      why = Without.MISSING;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // Pieces that are no WARC, a record without a date, brackets deeper than the stack: whatever
      // a stranger's bytes may cause where they are read.
      why = isOurs(e) ? Without.MISSING : Without.BROKEN;
    }
    if (text != null) {
      try {
        taker.take(row, text);
        return true;
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        why = Without.BROKEN;
      }
    }
    taker.passBy(row, why);
    return false;
  }

  private static boolean isOurs(Throwable failure) {
    return failure instanceof FetchFailure fetch && fetch.problem() == FetchProblem.NO_ROOM;
  }

  /** Null if there is nothing to read in it. What is damaged "verify" tells of. */
  private @Nullable PageText read(IndexRow row) throws IOException {
    try (Response response = source.open(row, MOST_STORED)) {
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
    }
  }
}
