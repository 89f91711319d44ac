package org.orbweaver.fetch.render;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which browser runs the scripts of pages, and how.
 *
 * @param sandboxed false only where something else is the sandbox: a page that breaks out of its
 *     tab then has all the rights of who runs the crawl
 * @param budget a page's own time; what our pauses take does not count
 * @param views what to keep of how pages look: fullPage, pdf, text
 * @param profile of a login; null for one that is forgotten afterwards
 */
public record Browser(
    String program, boolean sandboxed, Duration budget, Set<String> views, @Nullable Path profile) {
  /** What somebody who waits for a page has patience for. */
  public static final Duration USUAL_BUDGET = Duration.ofSeconds(20);

  private static final Set<String> VIEWS = Set.of("fullPage", "pdf", "text");

  public Browser {
    views = Set.copyOf(views);
    if (!VIEWS.containsAll(views)) {
      throw new IllegalArgumentException(
          "of a page there can be kept fullPage, pdf and text, not " + views);
    }
  }

  public Browser(String program, boolean sandboxed) {
    this(program, sandboxed, USUAL_BUDGET, Set.of(), null);
  }

  public Renderer start() throws IOException, InterruptedException {
    return Chromium.start(this);
  }
}
