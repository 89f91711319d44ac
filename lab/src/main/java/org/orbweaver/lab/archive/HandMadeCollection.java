package org.orbweaver.lab.archive;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.orbweaver.archive.CollectionOptions;
import org.orbweaver.archive.EncodedCapture;
import org.orbweaver.archive.WarcCollection;
import org.orbweaver.archive.warc.PageCapture;
import org.orbweaver.archive.warc.WholeResponse;

/** A collection made without a crawl: the archive is tried by itself. */
public final class HandMadeCollection implements AutoCloseable {
  private final WarcCollection collection;

  public HandMadeCollection(Path directory) throws IOException {
    collection =
        WarcCollection.open(
            directory, null, CollectionOptions.usual(Map.of(), InstantSource.system()));
  }

  public void add(String url, Instant at, String mediaType, byte[] body) throws IOException {
    add(url, at, Map.of("Content-Type", mediaType), body);
  }

  /**
   * @param headers beside its length
   */
  void add(String url, Instant at, Map<String, String> headers, byte[] body) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + body.length + "\r\n\r\n");
    String mediaType = headers.getOrDefault("Content-Type", "");
    byte[] start = head.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] whole = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, whole, start.length, body.length);
    PageCapture page =
        new PageCapture(
            url,
            at,
            InetAddress.getLoopbackAddress(),
            ("GET " + url + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.UTF_8),
            new WholeResponse(whole, start.length),
            200,
            mediaType.replaceFirst(";.*", ""),
            null,
            null,
            sha1(body),
            WarcTruncationReason.NOT_TRUNCATED,
            false,
            null,
            0,
            "",
            "",
            0,
            null);
    try (EncodedCapture sealed = collection.seal(page, body.length)) {
      collection.append(sealed);
    }
  }

  /** All so far is on disk. */
  public void commit() throws IOException {
    collection.commit();
  }

  private static byte[] sha1(byte[] body) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(body);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    collection.commit();
    collection.close();
  }
}
