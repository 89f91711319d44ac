package org.orbweaver.archive.replay;

import java.io.IOException;
import java.time.Instant;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.fetch.http.Response;

/** A capture and where it can be read. */
public record Capture(CaptureSource source, IndexRow row) {
  public String url() {
    return row.url();
  }

  public Instant at() {
    return row.at();
  }

  public String timestamp() {
    return Timestamp.of(row.at());
  }

  public Response open() throws IOException {
    return source.open(row);
  }
}
