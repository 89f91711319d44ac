package org.orbweaver.fetch.render;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a page asks for while it is rendered: scripts, styles, data. */
public interface Sources {
  /** Null if it is not to be had. */
  @Nullable Answer get(String url) throws IOException, InterruptedException;
}
