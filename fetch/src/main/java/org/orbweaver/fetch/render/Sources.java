package org.orbweaver.fetch.render;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where what a page asks for comes from: scripts, styles, data. */
public interface Sources {
  /** Null if it is not to be had. */
  @Nullable Answer get(Wanted wanted) throws IOException, InterruptedException;
}
