package org.orbweaver.archive.replay;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.archive.index.CaptureIndex.RowVisitor;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.http.Response;

/**
 * Where captures come from: of which address there are some, and what is in one. Addresses are
 * asked for by their SURT, so that a page's http, https and www twins lie together.
 */
public interface CaptureSource extends AutoCloseable {
  String name();

  /** Captures of a SURT in the order of time, from a moment on. */
  void oldestFirst(String surt, Instant from, RowVisitor visitor);

  /** Captures of a SURT from a moment back to the first. */
  void newestFirst(String surt, Instant notAfter, RowVisitor visitor);

  /** Captures whose SURT begins with a text, by SURT and time, from a SURT on. */
  void scan(String surtStart, String from, RowVisitor visitor);

  /** The response that a capture stands for: a revisit's own head, and the body it refers to. */
  Response open(IndexRow row) throws IOException;

  /**
   * The same, for who needs no more of it than that.
   *
   * @throws IOException if it has more bytes
   */
  Response open(IndexRow row, long most) throws IOException;

  /** A record as it lies in its file, compressed or not. */
  InputStream record(RecordLocation place) throws IOException;

  /** Name of the file that a record lies in, as other archive programs should know it. */
  String fileName(RecordLocation place);

  /** Why a capture is not to be shown, by whoever has a say in it beside this archive's rules. */
  default @Nullable String refusal(IndexRow row) {
    return null;
  }

  /** Whether there may be such captures. */
  default boolean mayRefuse() {
    return false;
  }

  /** A capture as rules see it. */
  default RuleSubject subject(IndexRow row) {
    return RuleSubject.of(row);
  }

  /** Who had it, if it had to be brought from elsewhere; else nothing. */
  default String heldBy(IndexRow row) throws IOException {
    return "";
  }

  /**
   * When the round ended that was under way at a time; {@link Archive#END_OF_TIME} if it is not
   * over, null if nobody noted rounds.
   */
  default @Nullable Instant roundEnd(Instant at) {
    return null;
  }

  /** Whether strangers may see it. */
  default boolean isPublic() {
    return true;
  }

  @Override
  void close() throws IOException;
}
