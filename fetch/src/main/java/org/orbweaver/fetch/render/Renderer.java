package org.orbweaver.fetch.render;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a page's scripts. */
public interface Renderer extends AutoCloseable {
  /**
   * A page after its scripts have run.
   *
   * @param html the document at the end
   * @param wentTo addresses the page wanted to be replaced by
   */
  record Rendered(String html, List<String> wentTo) {
    public Rendered {
      wentTo = List.copyOf(wentTo);
    }
  }

  /**
   * Blocks until the page is at rest or its time is over.
   *
   * @param page as it was fetched
   * @param sources where what it asks for comes from; called by the calling thread
   * @return null if the browser could make nothing of it
   */
  @Nullable Rendered render(String url, Answer page, Sources sources)
      throws IOException, InterruptedException;

  @Override
  void close();
}
