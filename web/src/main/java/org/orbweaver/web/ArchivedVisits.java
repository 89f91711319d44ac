package org.orbweaver.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.EncodedCapture;
import org.orbweaver.archive.WarcCollection;
import org.orbweaver.archive.warc.PageCapture;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.session.WebSession;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.HostState;
import org.orbweaver.web.visit.Pause;
import org.orbweaver.web.visit.RisingTime;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.Visit;
import org.orbweaver.web.visit.VisitOptions;
import org.orbweaver.web.visit.VisitParts;
import org.orbweaver.web.visit.VisitStep;
import org.orbweaver.web.visit.VisitTurn;

/**
 * Visits of single pages into a collection, for somebody who has a frontier of his own and grants
 * the turns: a peer of a swarm. There is no session, whatever the access says: what strangers get
 * to see is what everybody sees. For many threads.
 */
public final class ArchivedVisits implements AutoCloseable {
  private final WarcCollection collection;
  private final ArchivingStore store;
  private final ArchiveWriter writer;
  private final Fetcher fetcher;
  private final @Nullable Renderer renderer;
  private final Visit visit;
  private int inUse;
  private boolean closed;

  /**
   * Where the records of a capture lie.
   *
   * @param shared of a capture that only refers to another page's payload: the record with that
   */
  public record KeptRecords(Path file, long offset, long length, @Nullable SharedPayload shared) {
    public byte[] bytes() throws IOException {
      try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
        ByteBuffer bytes = ByteBuffer.allocate((int) length);
        while (bytes.hasRemaining()) {
          if (in.read(bytes, offset + bytes.position()) < 0) {
            throw new IOException("a file of the archive is shorter than it was");
          }
        }
        return bytes.array();
      }
    }
  }

  /** A record whose payload another page has, too. */
  public record SharedPayload(String url, Path file, long offset, long length) {}

  private ArchivedVisits(
      WarcCollection collection,
      Fetcher fetcher,
      VisitOptions options,
      HttpAccess access,
      @Nullable Renderer renderer,
      InstantSource clock) {
    this.collection = collection;
    this.store = new ArchivingStore(collection);
    this.writer = new ArchiveWriter(store);
    this.fetcher = fetcher;
    this.renderer = renderer;
    this.visit =
        new Visit(
            new VisitParts(
                fetcher,
                access.names(clock),
                store,
                clock,
                new RisingTime(clock)::nanos,
                Pause.REAL,
                WebSession.none(),
                renderer),
            options);
  }

  /**
   * Opens the collection in that directory.
   *
   * @param renderer for the links that scripts make, closed with this; null to leave scripts alone
   */
  public static ArchivedVisits open(
      Path directory,
      VisitOptions options,
      HttpAccess access,
      WarcOptions warc,
      @Nullable Renderer renderer,
      InstantSource clock)
      throws IOException {
    Fetcher fetcher = access.fetcher(options, clock, WebSession.none());
    return new ArchivedVisits(
        warc.open(directory, null, options, clock), fetcher, options, access, renderer, clock);
  }

  /** See {@link Visit#resolve}. */
  public VisitStep resolve(String host, HostState state) {
    return visit.resolve(host, state);
  }

  /** See {@link Visit#step}. */
  public VisitStep step(Target page, VisitTurn turn) throws IOException, InterruptedException {
    enter();
    try {
      return visit.step(page, turn);
    } finally {
      leave();
    }
  }

  /** The links of the page as it was captured last. */
  public List<Link> storedLinks(WebUrl page) throws IOException {
    enter();
    try {
      return visit.storedLinks(page);
    } finally {
      leave();
    }
  }

  /** The response of the page's latest capture; null if it cannot be had. */
  public @Nullable InputStream stored(WebUrl page) throws IOException {
    enter();
    try {
      return store.stored(page);
    } finally {
      leave();
    }
  }

  /** Returns when the capture is in the archive for good; of a plain 304 there is no record. */
  public Optional<KeptRecords> keep(CaptureStore.Sealed capture)
      throws IOException, InterruptedException {
    enter();
    try {
      SharedPayload shared = shared(ArchivingStore.encoded(capture));
      Optional<RecordLocation> place = writer.keep(capture);
      if (place.isEmpty()) {
        return Optional.empty();
      }
      RecordLocation at = place.get();
      return Optional.of(
          new KeptRecords(collection.files().file(at), at.offset(), at.length(), shared));
    } finally {
      leave();
    }
  }

  private @Nullable SharedPayload shared(EncodedCapture capture) throws IOException {
    PageCapture.Original original = capture.sharedWith();
    RecordLocation payload = capture.payload();
    return original == null || payload == null
        ? null
        : new SharedPayload(
            original.url(), collection.files().file(payload), payload.offset(), payload.length());
  }

  /** From here to {@link #leave} the archive is in use: closed then, it takes the JVM down. */
  private synchronized void enter() throws IOException {
    if (closed) {
      throw new IOException("the archive is closed");
    }
    inUse++;
  }

  private synchronized void leave() {
    inUse--;
    notifyAll();
  }

  private synchronized void awaitLastUse() {
    closed = true;
    try {
      while (inUse > 0) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    fetcher.close(); // fetches under way fail at once
    if (renderer != null) {
      renderer.close();
    }
    awaitLastUse();
    writer.close();
    collection.close();
  }
}
