package org.orbweaver.app.capture;

import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.web.visit.Trail;

/**
 * Where a page was found and how it was spelled there, as its task {@linkplain Task#note carries
 * it} from who found it to who visits it: so its records say by which page it was come by, and a
 * session ID stays in what is asked for and archived, though it is in no task's name.
 *
 * <pre>
 *   address ' ' path ' ' via      what is at the end and empty is left out
 * </pre>
 *
 * An address of the task's own host is written from its path on, and the page's own only if it is
 * not the task's URI. Links of a message that were found on one page then have the same note, which
 * is sent once. A stranger may have written it: what is none is as if it were not there, and an
 * address must be the same page as the task's URI.
 *
 * @param address as which the page is asked for and archived
 */
public record PageNote(Trail trail, WebUrl address) {
  private static final String NOTHING = "";

  /** What is known of the page of a task; null for a task of another kind. */
  public static @Nullable PageNote of(Task task) {
    WebUrl name = WebUrl.parse(task.uri());
    if (name == null) {
      return null;
    }
    String[] parts = (task.note() + "  ").split(" ", -1);
    WebUrl spelled = written(parts[0], name);
    WebUrl via = written(parts[2], name);
    boolean isThatPage = spelled != null && Canonical.of(spelled).equals(name);
    String path = parts[1].matches("[LREM]{0,50}") ? parts[1] : NOTHING;
    return new PageNote(
        new Trail(via == null ? NOTHING : via.toString(), path),
        spelled != null && isThatPage ? spelled : name);
  }

  private static @Nullable WebUrl written(String text, WebUrl name) {
    return text.isEmpty() ? null : WebUrl.parse(text, name);
  }

  /**
   * What the task of that name carries along: of what is too long for it the steps, and the address
   * if that fits.
   */
  public String text(WebUrl name) {
    String spelled = address.equals(name) ? NOTHING : brief(address.toString(), name);
    String whole = joined(brief(trail.via(), name), spelled);
    if (whole.length() <= Task.LONGEST_NOTE) {
      return whole;
    }
    String withoutVia = joined(NOTHING, spelled);
    return withoutVia.length() <= Task.LONGEST_NOTE ? withoutVia : ' ' + trail.path();
  }

  private String joined(String via, String spelled) {
    return (spelled + ' ' + trail.path() + ' ' + via).stripTrailing();
  }

  private static String brief(String url, WebUrl name) {
    String authority = name.authority();
    boolean isBeside = url.startsWith(authority + "/") && !url.startsWith(authority + "//");
    return isBeside ? url.substring(authority.length()) : url; // "//x" would be a host
  }
}
