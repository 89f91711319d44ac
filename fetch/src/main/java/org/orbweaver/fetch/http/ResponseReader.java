package org.orbweaver.fetch.http;

import java.io.IOException;
import java.io.InputStream;

/** Records one response from a connection and finds its end. Bounded whatever the server sends. */
final class ResponseReader {
  private static final int MOST_INTERIM = 8;

  private final Connection connection;
  private final FetchLimits limits;
  private final Recording recording;
  private int headLength;
  private boolean chunked;
  private boolean reusable;
  private Truncation truncation = Truncation.NONE;

  ResponseReader(Connection connection, FetchLimits limits) {
    this(connection, limits, new Recording(limits.memoryBytes()));
  }

  ResponseReader(Connection connection, FetchLimits limits, Recording recording) {
    this.connection = connection;
    this.limits = limits;
    this.recording = recording;
  }

  /** Status and headers; the body follows with {@link #readBody}. */
  Headers readHead() throws IOException {
    for (int interim = 0; interim <= MOST_INTERIM; interim++) {
      headLength = readHeadBytes();
      Headers headers = new Headers(recording.memory(), headLength);
      if (headers.status() >= 200) {
        return headers;
      }
      recording.dropFirst(headLength);
    }
    throw new FetchFailure(FetchProblem.NOT_HTTP);
  }

  /** The length up to and with the blank line. */
  private int readHeadBytes() throws IOException {
    int scanned = 0;
    while (true) {
      int end = headEnd(recording, scanned);
      if (end > 0) {
        return end;
      }
      scanned = Math.max(0, recording.inMemory() - 3);
      if (recording.inMemory() >= 5 && !startsLikeHttp()) {
        throw new FetchFailure(FetchProblem.NOT_HTTP);
      }
      if (recording.inMemory() >= limits.headBytes()) {
        throw new FetchFailure(FetchProblem.HEADERS_TOO_LARGE);
      }
      if (read(Long.MAX_VALUE) < 0) {
        throw new FetchFailure(FetchProblem.DISCONNECTED);
      }
    }
  }

  private boolean startsLikeHttp() {
    byte[] head = recording.memory();
    return head[0] == 'H' && head[1] == 'T' && head[2] == 'T' && head[3] == 'P' && head[4] == '/';
  }

  /** Behind the first blank line; line ends may lack their carriage return. */
  static int headEnd(Recording recording, int from) {
    byte[] head = recording.memory();
    int end = recording.inMemory();
    for (int i = from; i < end - 1; i++) {
      if (head[i] == '\n') {
        if (head[i + 1] == '\n') {
          return i + 2;
        }
        if (head[i + 1] == '\r' && i + 2 < end && head[i + 2] == '\n') {
          return i + 3;
        }
      }
    }
    return -1;
  }

  private int read(long most) throws IOException {
    InputStream in = connection.in();
    int read = recording.readFrom(in, most);
    connection.heard(System.nanoTime());
    return read;
  }

  void readBody(Headers headers) throws IOException {
    boolean keepAlive =
        headers.oldHttp()
            ? headers.says("Connection", "keep-alive")
            : !headers.says("Connection", "close");
    int status = headers.status();
    try {
      if (status == 204 || status == 304) {
        endAt(headLength, keepAlive);
      } else if (headers.says("Transfer-Encoding", "chunked")) {
        chunked = true;
        readChunks(keepAlive);
      } else {
        long length = length(headers);
        if (length >= 0) {
          readExactly(length, keepAlive);
        } else {
          readToEnd();
        }
      }
    } catch (FetchFailure e) {
      throw e; // our own disk's
    } catch (IOException e) {
      // What came is kept: half a page is better than none, and says so.
      truncation = connection.overdue() ? Truncation.TIME : Truncation.DISCONNECT;
      reusable = false;
    }
  }

  /** −1 without a length that can be believed. */
  private static long length(Headers headers) {
    long length = -1;
    for (String value : headers.all("Content-Length")) {
      long next = digits(value);
      if (next < 0) {
        return -1;
      }
      if (length >= 0 && next != length) {
        return -1;
      }
      length = next;
    }
    return length;
  }

  private static long digits(String text) {
    if (text.isEmpty() || text.length() > 18) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value;
  }

  private void endAt(long size, boolean keepAlive) throws IOException {
    // Bytes behind the end were not asked for: this connection has lost its order.
    reusable = keepAlive && recording.size() == size;
    recording.cutTo(size);
  }

  private void readExactly(long length, boolean keepAlive) throws IOException {
    long end = headLength + length;
    long allowed = headLength + Math.min(length, limits.bodyBytes());
    recording.expect(allowed);
    while (recording.size() < allowed) {
      if (read(allowed - recording.size()) < 0) {
        truncation = Truncation.DISCONNECT;
        return;
      }
    }
    if (allowed < end) {
      truncation = Truncation.LENGTH;
      recording.cutTo(allowed);
    } else {
      endAt(end, keepAlive);
    }
  }

  private void readToEnd() throws IOException {
    long allowed = headLength + limits.bodyBytes();
    while (read(allowed + 1 - recording.size()) >= 0) {
      if (recording.size() > allowed) {
        truncation = Truncation.LENGTH;
        recording.cutTo(allowed);
        return;
      }
    }
  }

  private void readChunks(boolean keepAlive) throws IOException {
    ChunkFraming framing = new ChunkFraming();
    long allowed = headLength + limits.bodyBytes();
    long followed = headLength;
    int fresh = (int) (recording.size() - headLength);
    while (true) {
      followed = follow(framing, followed, fresh);
      if (framing.ended()) {
        endAt(followed, keepAlive);
        return;
      }
      if (framing.broken()) {
        truncation = Truncation.DISCONNECT;
        return;
      }
      if (recording.size() >= allowed) {
        truncation = Truncation.LENGTH;
        recording.cutTo(allowed);
        return;
      }
      fresh = read(allowed - recording.size());
      if (fresh < 0) {
        truncation = Truncation.DISCONNECT;
        return;
      }
    }
  }

  /** Feeds the latest bytes to the framing; returns where it stands. */
  private long follow(ChunkFraming framing, long followed, int fresh) {
    int at = 0;
    while (at < fresh && !framing.ended() && !framing.broken()) {
      long content = Math.min(framing.contentAhead(), fresh - at);
      if (content > 0) {
        framing.skipContent(content);
        at += (int) content;
      } else {
        framing.next(recording.lastRead(fresh, at));
        at++;
      }
    }
    return followed + at;
  }

  Recording recording() {
    return recording;
  }

  Response response(Headers headers) {
    return new Response(recording, headers, headLength, chunked, truncation);
  }

  boolean reusable() {
    return reusable;
  }
}
