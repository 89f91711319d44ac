package org.orbweaver.archive.warc;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.netpreserve.jwarc.MessageVersion;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcMetadata;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.netpreserve.jwarc.Warcinfo;

/** Makes compressed WARC 1.1 records. Safe for many threads. */
public final class RecordSealer {
  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String HTTP_REQUEST = "application/http;msgtype=request";
  private static final String HTTP_RESPONSE = "application/http;msgtype=response";
  private static final String FIELDS = "application/warc-fields";

  private final int level;

  /**
   * @param level of gzip, 1 to 9
   */
  public RecordSealer(int level) {
    this.level = level;
  }

  /** The record every file begins with. */
  SealedRecords warcinfo(String filename, Instant now, Map<String, String> fields)
      throws IOException {
    StringBuilder text = new StringBuilder();
    fields.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
    Warcinfo.Builder header = new Warcinfo.Builder().version(MessageVersion.WARC_1_1);
    header.date(now).filename(filename).setHeader("Content-Type", FIELDS);
    return single(header, body, now);
  }

  /** A metadata record of lines about a whole host. */
  public SealedRecords metadata(String target, Instant now, String lines) throws IOException {
    WarcMetadata.Builder header = new WarcMetadata.Builder().version(MessageVersion.WARC_1_1);
    header.date(now).targetURI(target).setHeader("Content-Type", FIELDS);
    return single(header, lines.getBytes(StandardCharsets.UTF_8), now);
  }

  private SealedRecords single(WarcRecord.AbstractBuilder<?, ?> header, byte[] body, Instant now)
      throws IOException {
    Spool spool = new Spool();
    header.blockDigest(digest(sha1().digest(body)));
    append(spool, header, body, body.length);
    return new SealedRecords(spool, now, 0, spool.size());
  }

  private void append(Spool spool, WarcRecord.AbstractBuilder<?, ?> header, byte[] body, int length)
      throws IOException {
    GzipMember member = new GzipMember(spool, level);
    member.write(header(header, length));
    member.write(body, 0, length);
    member.write(END);
    member.finish();
  }

  private static byte[] header(WarcRecord.AbstractBuilder<?, ?> header, long length) {
    header.setHeader("Content-Length", Long.toString(length));
    return header.build().serializeHeader();
  }

  public SealedRecords seal(PageCapture capture) throws IOException {
    Spool spool = new Spool();
    PageCapture.Original original = capture.original();
    WarcRecord.AbstractBuilder<?, ?> main =
        original == null ? response(capture) : revisit(capture, original);
    URI mainId = id(main);
    if (original == null) {
      appendResponse(spool, main, capture);
    } else {
      appendHead(spool, main, capture.response());
    }
    long mainLength = spool.size();
    appendRequest(spool, capture, mainId);
    if (capture.depth() >= 0) {
      appendMetadata(spool, capture, mainId);
    }
    return new SealedRecords(spool, capture.at(), 0, mainLength);
  }

  private static URI id(WarcRecord.AbstractBuilder<?, ?> builder) {
    return builder.build().id();
  }

  private static WarcResponse.Builder response(PageCapture capture) {
    WarcResponse.Builder header =
        new WarcResponse.Builder(capture.url()).version(MessageVersion.WARC_1_1);
    header
        .date(capture.at())
        .ipAddress(capture.address())
        .payloadDigest(digest(capture.payloadDigest()))
        .setHeader("Content-Type", HTTP_RESPONSE);
    if (capture.truncated() != WarcTruncationReason.NOT_TRUNCATED) {
      header.truncated(capture.truncated());
    }
    return header;
  }

  private static WarcRevisit.Builder revisit(PageCapture capture, PageCapture.Original original) {
    URI profile =
        original.notModified()
            ? WarcRevisit.SERVER_NOT_MODIFIED_1_1
            : WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1;
    WarcRevisit.Builder header =
        new WarcRevisit.Builder(capture.url(), profile).version(MessageVersion.WARC_1_1);
    header.date(capture.at()).ipAddress(capture.address());
    header.setHeader("Content-Type", HTTP_RESPONSE);
    header.setHeader("WARC-Refers-To-Target-URI", original.url());
    header.setHeader("WARC-Refers-To-Date", original.at().toString());
    header.payloadDigest(digest(capture.payloadDigest()));
    // The body was received, but is not repeated here.
    header.truncated(WarcTruncationReason.LENGTH);
    return header;
  }

  private void appendResponse(
      Spool spool, WarcRecord.AbstractBuilder<?, ?> header, PageCapture capture)
      throws IOException {
    HttpBytes response = capture.response();
    header.blockDigest(digest(blockDigest(response)));
    GzipMember member = new GzipMember(spool, level);
    member.write(header(header, response.size()));
    ByteBuffer whole = response.whole();
    if (whole != null && whole.hasArray()) {
      int start = whole.arrayOffset() + whole.position();
      int head = response.headLength();
      member.write(whole.array(), start, head);
      if (capture.incompressible()) {
        member.storeOnly();
      }
      member.write(whole.array(), start + head, (int) response.size() - head);
    } else {
      copy(response, member, capture.incompressible());
    }
    member.write(END);
    member.finish();
  }

  private static void copy(HttpBytes response, GzipMember member, boolean incompressible)
      throws IOException {
    try (InputStream in = response.open()) {
      member.write(in.readNBytes(response.headLength()));
      if (incompressible) {
        member.storeOnly();
      }
      byte[] step = new byte[32 << 10];
      int read;
      while ((read = in.read(step)) >= 0) {
        member.write(step, 0, read);
      }
    }
  }

  private static byte[] blockDigest(HttpBytes response) throws IOException {
    MessageDigest sha1 = sha1();
    ByteBuffer whole = response.whole();
    if (whole != null) {
      sha1.update(whole.duplicate());
      return sha1.digest();
    }
    try (InputStream in = response.open()) {
      byte[] step = new byte[32 << 10];
      int read;
      while ((read = in.read(step)) >= 0) {
        sha1.update(step, 0, read);
      }
    }
    return sha1.digest();
  }

  private void appendHead(Spool spool, WarcRecord.AbstractBuilder<?, ?> header, HttpBytes response)
      throws IOException {
    byte[] head;
    try (InputStream in = response.open()) {
      head = in.readNBytes(response.headLength());
    }
    header.blockDigest(digest(sha1().digest(head)));
    append(spool, header, head, head.length);
  }

  private void appendRequest(Spool spool, PageCapture capture, URI mainId) throws IOException {
    WarcRequest.Builder header =
        new WarcRequest.Builder(capture.url()).version(MessageVersion.WARC_1_1);
    header.date(capture.at()).ipAddress(capture.address()).concurrentTo(mainId);
    header.setHeader("Content-Type", HTTP_REQUEST);
    append(spool, header, capture.request(), capture.request().length);
  }

  private void appendMetadata(Spool spool, PageCapture capture, URI mainId) throws IOException {
    String fields =
        "hopsFromSeed: %d\r\nfetchTimeMs: %d\r\n"
            .formatted(capture.depth(), TimeUnit.NANOSECONDS.toMillis(capture.nanos()));
    WarcMetadata.Builder header = new WarcMetadata.Builder().version(MessageVersion.WARC_1_1);
    header.date(capture.at()).targetURI(capture.url()).concurrentTo(mainId);
    header.setHeader("Content-Type", FIELDS);
    byte[] body = fields.getBytes(StandardCharsets.US_ASCII);
    append(spool, header, body, body.length);
  }

  private static WarcDigest digest(byte[] sha1) {
    return new WarcDigest("sha1", sha1);
  }

  static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
