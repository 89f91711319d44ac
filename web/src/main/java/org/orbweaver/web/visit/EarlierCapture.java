package org.orbweaver.web.visit;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The last capture of a page, wherever it is kept: in a swarm others may have made it. */
public interface EarlierCapture {
  LastCapture known();

  /** Its HTTP response as it was received; null if it cannot be had. */
  @Nullable InputStream response() throws IOException, InterruptedException;
}
