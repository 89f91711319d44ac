package org.orbweaver.fetch.render;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a page's scripts. */
public interface Renderer extends AutoCloseable {
  /**
   * A document at the end, with what stands in its shadow trees.
   *
   * @param url by which its links are read
   */
  record Document(String url, String html) {}

  /**
   * A page as somebody would see it.
   *
   * @param kind as Browsertrix names it: fullPage, pdf, text
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way to an archive
  record View(String kind, String mediaType, byte[] bytes) {}

  /**
   * A page after its scripts have run.
   *
   * @param documents the page itself, then its frames
   * @param wentTo addresses the page wanted to be replaced by
   * @param made addresses that its scripts gave to it or opened beside it
   * @param overBudget it was never at rest: its scripts were stopped
   */
  record Rendered(
      List<Document> documents,
      List<String> wentTo,
      List<String> made,
      boolean overBudget,
      List<View> views) {
    public Rendered {
      documents = List.copyOf(documents);
      wentTo = List.copyOf(wentTo);
      made = List.copyOf(made);
      views = List.copyOf(views);
    }

    /** Of the page itself. */
    public String html() {
      return documents.isEmpty() ? "" : documents.getFirst().html();
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
