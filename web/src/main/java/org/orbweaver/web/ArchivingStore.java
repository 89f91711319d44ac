package org.orbweaver.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.orbweaver.archive.EncodedCapture;
import org.orbweaver.archive.WarcCollection;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.warc.HttpBytes;
import org.orbweaver.archive.warc.PageCapture;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.Headers;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.http.Truncation;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.Capture;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.LastCapture;

/** Keeps what a crawl captures in a collection. */
public final class ArchivingStore implements CaptureStore {
  private final WarcCollection collection;

  public ArchivingStore(WarcCollection collection) {
    this.collection = collection;
  }

  @Override
  public @Nullable LastCapture known(WebUrl url) {
    IndexRow row = collection.newest(url.toString());
    return row == null
        ? null
        : new LastCapture(row.at(), row.digest(), row.etag(), row.lastModified());
  }

  @Override
  public @Nullable InputStream stored(WebUrl url) throws IOException {
    return collection.response(url.toString());
  }

  @Override
  public Sealed seal(Capture capture) throws IOException {
    Exchange exchange = capture.exchange();
    Response response = exchange.response();
    Headers headers = response.headers();
    String type = headers.mediaType();
    LastCapture known = capture.known();
    boolean notModified = capture.notModified();
    String url = exchange.request().archivedAs().toString();
    PageCapture.Original original =
        known != null && notModified ? new PageCapture.Original(url, known.at(), true) : null;
    PageCapture page =
        new PageCapture(
            url,
            exchange.at(),
            exchange.address().address(),
            exchange.requestBytes(),
            new Received(response),
            response.status(),
            type,
            // A 304 need not repeat the validators (RFC 9110 §15.4.5): the known ones go on.
            headers.first("ETag").orElse(known == null || !notModified ? null : known.etag()),
            headers
                .first("Last-Modified")
                .orElse(known == null || !notModified ? null : known.lastModified()),
            known != null && notModified ? known.digest() : capture.digest(),
            truncation(response.truncation()),
            isIncompressible(headers, type),
            original,
            capture.depth(),
            capture.trail().via(),
            capture.trail().path(),
            exchange.nanos(),
            exchange.protocol().equals(Exchange.HTTP_1) ? null : exchange.protocol());
    return new Kept(collection.seal(page, response.bodySize()));
  }

  @Override
  public Sealed sealView(WebUrl page, Instant at, Renderer.View view) throws IOException {
    String target = "urn:" + view.kind() + ":" + page;
    return new Kept(collection.sealView(target, at, view.mediaType(), view.bytes()));
  }

  private static boolean isIncompressible(Headers headers, String type) {
    return headers.first("Content-Encoding").filter(name -> !name.equals("identity")).isPresent()
        || type.startsWith("image/") && !type.contains("svg") && !type.endsWith("bmp")
        || type.startsWith("video/")
        || type.startsWith("audio/")
        || type.contains("zip")
        || type.contains("compressed");
  }

  private static WarcTruncationReason truncation(Truncation truncation) {
    return switch (truncation) {
      case NONE -> WarcTruncationReason.NOT_TRUNCATED;
      case LENGTH -> WarcTruncationReason.LENGTH;
      case TIME -> WarcTruncationReason.TIME;
      case DISCONNECT -> WarcTruncationReason.DISCONNECT;
    };
  }

  @Override
  public void append(Sealed capture) throws IOException {
    place(capture);
  }

  /** Appends it; returns where its records lie, or null if it has none. */
  @Nullable RecordLocation place(Sealed capture) throws IOException {
    return collection.append(encoded(capture));
  }

  /** The capture as it will lie in the collection. */
  static EncodedCapture encoded(Sealed capture) {
    if (!(capture instanceof Kept kept)) {
      throw new IllegalArgumentException("this capture was sealed by another store");
    }
    return kept.capture();
  }

  @Override
  public String commit() throws IOException {
    return collection.commit();
  }

  @Override
  public void endRound(int round) throws IOException {
    collection.endRound();
  }

  private record Kept(EncodedCapture capture) implements Sealed {
    @Override
    public long size() {
      return capture.size();
    }

    @Override
    public void close() {
      capture.close();
    }
  }

  private record Received(Response response) implements HttpBytes {
    @Override
    public long size() {
      return response.recording().size();
    }

    @Override
    public int headLength() {
      return response.headLength();
    }

    @Override
    public @Nullable ByteBuffer whole() {
      return response.recording().whole();
    }

    @Override
    public InputStream open() {
      return response.recording().from(0);
    }
  }
}
