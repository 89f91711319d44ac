package org.orbweaver.archive.warc;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTruncationReason;

/** Makes compressed WARC 1.1 records. Safe for many threads. */
public final class RecordEncoder {
  private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String HTTP_REQUEST = "application/http;msgtype=request";
  private static final String HTTP_RESPONSE = "application/http;msgtype=response";
  private static final String BLOCK_DIGEST = "WARC-Block-Digest";
  private static final String PAYLOAD_DIGEST = "WARC-Payload-Digest";

  /** For the headers of a capture's three records, compressed. */
  private static final int ROOM = 4 << 10;

  private static final String FIELDS = "application/warc-fields";

  private final int level;

  /**
   * @param level of gzip, 1 to 9
   */
  public RecordEncoder(int level) {
    this.level = level;
  }

  /** The record every file begins with. */
  EncodedRecords warcinfo(String filename, Instant now, Map<String, String> fields)
      throws IOException {
    StringBuilder text = new StringBuilder();
    fields.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
    RecordHeader header = new RecordHeader("warcinfo", now.toString());
    return single(header.field("WARC-Filename", filename), body, now);
  }

  /** A metadata record of lines about a whole host. */
  public EncodedRecords metadata(String target, Instant now, String lines) throws IOException {
    RecordHeader header = new RecordHeader("metadata", now.toString());
    header.field("WARC-Target-URI", target);
    return single(header, lines.getBytes(StandardCharsets.UTF_8), now);
  }

  /** Something that no server sent: how a page looked, its text. */
  public EncodedRecords resource(String target, Instant at, String mediaType, byte[] body)
      throws IOException {
    RecordHeader header = new RecordHeader("resource", WarcDate.of(at));
    header.field("WARC-Target-URI", target);
    return single(header, mediaType, body, at);
  }

  private EncodedRecords single(RecordHeader header, byte[] body, Instant now) throws IOException {
    return single(header, FIELDS, body, now);
  }

  private EncodedRecords single(RecordHeader header, String type, byte[] body, Instant now)
      throws IOException {
    Spool spool = new Spool(0);
    header.field("Content-Type", type).digest(BLOCK_DIGEST, Sha1Digest.create().digest(body));
    append(spool, header, body, body.length);
    return new EncodedRecords(spool, now, spool.size());
  }

  private void append(Spool spool, RecordHeader header, byte[] body, int length)
      throws IOException {
    GzipMember.ofText(spool, level, header.record(body, 0, length));
  }

  public EncodedRecords seal(PageCapture capture) throws IOException {
    Spool spool = new Spool(capture.incompressible() ? capture.response().size() + ROOM : ROOM);
    PageCapture.Original original = capture.original();
    String date = WarcDate.of(capture.at());
    RecordHeader main =
        original == null ? response(capture, date) : revisit(capture, original, date);
    if (original == null) {
      appendResponse(spool, main, capture);
    } else {
      appendHead(spool, main, capture.response());
    }
    long mainLength = spool.size();
    appendRequest(spool, capture, date, main.id());
    if (capture.depth() >= 0) {
      appendMetadata(spool, capture, date, main.id());
    }
    return new EncodedRecords(spool, capture.at(), mainLength);
  }

  private static RecordHeader response(PageCapture capture, String date) {
    RecordHeader header =
        captured("response", capture, date)
            .field("Content-Type", HTTP_RESPONSE)
            .digest(PAYLOAD_DIGEST, capture.payloadDigest());
    if (capture.truncated() != WarcTruncationReason.NOT_TRUNCATED) {
      header.field("WARC-Truncated", capture.truncated().name().toLowerCase(Locale.ROOT));
    }
    return header;
  }

  private static RecordHeader captured(String type, PageCapture capture, String date) {
    RecordHeader header =
        new RecordHeader(type, date)
            .field("WARC-Target-URI", capture.url())
            .field("WARC-IP-Address", capture.address().getHostAddress());
    if (capture.protocol() != null) {
      header.field("WARC-Protocol", capture.protocol());
    }
    return header;
  }

  private static RecordHeader revisit(
      PageCapture capture, PageCapture.Original original, String date) {
    URI profile =
        original.notModified()
            ? WarcRevisit.SERVER_NOT_MODIFIED_1_1
            : WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1;
    return captured("revisit", capture, date)
        .field("WARC-Profile", profile.toString())
        .field("WARC-Refers-To-Target-URI", original.url())
        .field("WARC-Refers-To-Date", WarcDate.of(original.at()))
        .field("Content-Type", HTTP_RESPONSE)
        .digest(PAYLOAD_DIGEST, capture.payloadDigest())
        // The body was received, but is not repeated here.
        .field("WARC-Truncated", "length");
  }

  private void appendResponse(Spool spool, RecordHeader header, PageCapture capture)
      throws IOException {
    HttpBytes response = capture.response();
    header.digest(BLOCK_DIGEST, blockDigest(response));
    GzipMember member = new GzipMember(spool, level);
    ByteBuffer whole = response.whole();
    if (whole != null && whole.hasArray()) {
      int start = whole.arrayOffset() + whole.position();
      int head = response.headLength();
      begin(member, header.bytes(response.size(), whole.array(), start, head), capture);
      member.write(whole.array(), start + head, (int) response.size() - head);
    } else {
      copy(header, capture, member);
    }
    member.write(END);
    member.finish();
  }

  private static void begin(GzipMember member, byte[] text, PageCapture capture)
      throws IOException {
    if (capture.incompressible()) {
      member.storeAfter(text);
    } else {
      member.write(text);
    }
  }

  private static void copy(RecordHeader header, PageCapture capture, GzipMember member)
      throws IOException {
    HttpBytes response = capture.response();
    try (InputStream in = response.open()) {
      byte[] head = in.readNBytes(response.headLength());
      begin(member, header.bytes(response.size(), head, 0, head.length), capture);
      byte[] step = new byte[32 << 10];
      int read;
      while ((read = in.read(step)) >= 0) {
        member.write(step, 0, read);
      }
    }
  }

  private static byte[] blockDigest(HttpBytes response) throws IOException {
    MessageDigest sha1 = Sha1Digest.create();
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

  private void appendHead(Spool spool, RecordHeader header, HttpBytes response) throws IOException {
    byte[] head;
    try (InputStream in = response.open()) {
      head = in.readNBytes(response.headLength());
    }
    header.digest(BLOCK_DIGEST, Sha1Digest.create().digest(head));
    append(spool, header, head, head.length);
  }

  private void appendRequest(Spool spool, PageCapture capture, String date, String mainId)
      throws IOException {
    RecordHeader header =
        captured("request", capture, date)
            .field("WARC-Concurrent-To", mainId)
            .field("Content-Type", HTTP_REQUEST);
    append(spool, header, capture.request(), capture.request().length);
  }

  private void appendMetadata(Spool spool, PageCapture capture, String date, String mainId)
      throws IOException {
    StringBuilder fields = new StringBuilder(160);
    if (!capture.via().isEmpty()) {
      fields.append("via: ").append(capture.via()).append("\r\n");
    }
    // Heritrix writes the steps themselves; where only their number is known, that.
    fields.append("hopsFromSeed: ");
    fields.append(capture.path().isEmpty() ? capture.depth() : capture.path());
    fields.append("\r\nfetchTimeMs: ").append(TimeUnit.NANOSECONDS.toMillis(capture.nanos()));
    fields.append("\r\n");
    RecordHeader header =
        new RecordHeader("metadata", date)
            .field("WARC-Target-URI", capture.url())
            .field("WARC-Concurrent-To", mainId)
            .field("Content-Type", FIELDS);
    byte[] body = fields.toString().getBytes(StandardCharsets.US_ASCII);
    append(spool, header, body, body.length);
  }
}
