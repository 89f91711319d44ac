package org.orbweaver.app.capture;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.CaptureIndex.RowVisitor;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.http.Response;

/** What lies in a peer's own files, without what the owners of its crawls have taken down. */
public record OwnCaptures(CaptureSource files, SwarmSource swarm) implements CaptureSource {
  @Override
  public String name() {
    return files.name();
  }

  @Override
  public void oldestFirst(String surt, Instant from, RowVisitor visitor) {
    files.oldestFirst(surt, from, visitor);
  }

  @Override
  public void newestFirst(String surt, Instant notAfter, RowVisitor visitor) {
    files.newestFirst(surt, notAfter, visitor);
  }

  @Override
  public void scan(String surtStart, String from, RowVisitor visitor) {
    files.scan(surtStart, from, visitor);
  }

  @Override
  public Response open(IndexRow row) throws IOException {
    return files.open(row);
  }

  @Override
  public Response open(IndexRow row, long most) throws IOException {
    return files.open(row, most);
  }

  @Override
  public InputStream record(RecordLocation place) throws IOException {
    return files.record(place);
  }

  @Override
  public String fileName(RecordLocation place) {
    return files.fileName(place);
  }

  @Override
  public boolean mayRefuse() {
    return true;
  }

  @Override
  public @Nullable String refusal(IndexRow row) {
    return swarm.refusal(row.url(), row.at());
  }

  @Override
  public @Nullable Instant roundEnd(Instant at) {
    return files.roundEnd(at);
  }

  @Override
  public boolean isPublic() {
    return files.isPublic();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
