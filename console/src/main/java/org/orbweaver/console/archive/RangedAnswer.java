package org.orbweaver.console.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.fetch.http.Response;

/** Parts of what was captured: films are played by parts. */
final class RangedAnswer {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");

  private RangedAnswer() {}

  /** A part of it, if that was asked for: films are played by parts. */
  static ArchiveAnswer of(ArchiveRequest request, ArchiveAnswer whole) {
    whole.with("Accept-Ranges", "bytes");
    Range range = Range.of(request.header("Range"), whole.body().length);
    if (whole.status() != 200 || range == null) {
      return whole;
    }
    if (range.isEmpty()) {
      return ArchiveAnswer.text(416, "no such bytes")
          .with("Content-Range", "bytes */" + whole.body().length);
    }
    byte[] part =
        java.util.Arrays.copyOfRange(whole.body(), (int) range.from(), (int) range.to() + 1);
    ArchiveAnswer answer = new ArchiveAnswer(206, whole.headers(), part, null);
    return answer.with("Content-Range", range.header(whole.body().length));
  }

  private record Range(long from, long to) {
    static @Nullable Range of(@Nullable String header, long size) {
      Matcher parts = RANGE.matcher(header == null ? "" : header);
      if (!parts.matches() || parts.group(1).isEmpty() && parts.group(2).isEmpty()) {
        return null;
      }
      try {
        if (parts.group(1).isEmpty()) {
          return new Range(Math.max(0, size - Long.parseLong(parts.group(2))), size - 1);
        }
        long from = Long.parseLong(parts.group(1));
        long to = parts.group(2).isEmpty() ? size - 1 : Long.parseLong(parts.group(2));
        return new Range(from, Math.min(to, size - 1));
      } catch (NumberFormatException e) {
        return null; // too many digits for any file
      }
    }

    boolean isEmpty() {
      return from > to;
    }

    String header(long size) {
      return "bytes " + from + "-" + to + "/" + size;
    }
  }

  /** Too large for memory: streamed from the record, which is opened once more. */
  static ArchiveAnswer large(
      ArchiveRequest request, int status, Map<String, String> headers, ArchivedCapture capture)
      throws IOException {
    Response response = capture.open();
    long size = response.chunked() ? -1 : response.bodySize();
    Range range = size < 0 ? null : Range.of(request.header("Range"), size);
    InputStream body = new ClosingStream(response.payload(), response);
    if (range == null || status != 200 || range.isEmpty()) {
      return new ArchiveAnswer(status, headers, new byte[0], body);
    }
    body.skipNBytes(range.from());
    headers.put("Content-Range", range.header(size));
    headers.put("Content-Length", String.valueOf(range.to() - range.from() + 1));
    return new ArchiveAnswer(
        206, headers, new byte[0], new Limited(body, range.to() - range.from() + 1));
  }

  private static final class ClosingStream extends java.io.FilterInputStream {
    private final Response response;

    ClosingStream(InputStream in, Response response) {
      super(in);
      this.response = response;
    }

    @Override
    public void close() throws IOException {
      super.close();
      response.close();
    }
  }

  private static final class Limited extends java.io.FilterInputStream {
    private long left;

    Limited(InputStream in, long length) {
      super(in);
      this.left = length;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int read = left <= 0 ? -1 : super.read(to, offset, (int) Math.min(left, length));
      left -= Math.max(0, read);
      return read;
    }
  }
}
