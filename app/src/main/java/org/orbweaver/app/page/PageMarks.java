package org.orbweaver.app.page;

import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.PageNote;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Role;
import org.orbweaver.web.visit.Target;

/**
 * How a page was come by, in the byte and the {@linkplain PageNote note} that a task has for its
 * kind. A seed's are 0 and empty.
 *
 * <pre>
 *   bits 0–3  redirects in a row that led here
 *   bits 4–5  of a requisite or a sitemap: how deeply it is nested; its task's depth is the page's
 *   bits 6–7  the {@link Role}
 * </pre>
 */
final class PageMarks {
  private static final Role[] ROLES = Role.values();
  private static final int MOST_HOPS = 15;
  private static final int MOST_NESTED = 3;

  private PageMarks() {}

  /**
   * The page that a task is about, spelled as where it was found; null if the task is about none,
   * or its marks say what none can be.
   */
  static @Nullable Target target(Task task) {
    PageNote note = PageNote.of(task);
    int role = task.marks() >> 6 & 3;
    if (note == null || role >= ROLES.length) {
      return null;
    }
    int nested = task.marks() >> 4 & MOST_NESTED;
    boolean page = ROLES[role] == Role.PAGE;
    return page && nested > 0
        ? null
        : new Discovery(
            note.address(),
            Fingerprint.of(note.address()),
            ROLES[role],
            page ? task.depth() : nested,
            task.marks() & MOST_HOPS,
            note.trail());
  }

  /**
   * The link as a child of that task.
   *
   * @param way of the crawl's pages; what they need is fetched whichever way they were found
   */
  static FoundLink link(Task from, Discovery to, Way way) {
    boolean page = to.role() == Role.PAGE;
    int nested = page ? 0 : Math.min(to.depth(), MOST_NESTED);
    int marks = to.role().ordinal() << 6 | nested << 4 | Math.min(to.hops(), MOST_HOPS);
    int depth = page ? to.depth() : to.role() == Role.SITEMAP ? 0 : from.depth();
    // A swarm's tasks are told apart by their URIs alone: a session ID would make new ones.
    WebUrl name = Canonical.of(to.url());
    return new FoundLink(
        name.toString(),
        depth - from.depth(),
        page ? way : Way.ANY,
        marks,
        null,
        new PageNote(to.trail(), to.url()).text(name));
  }
}
