package org.orbweaver.app.task;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What went wrong on the way to results that came all the same, with an example of each. For many
 * threads. Past {@link #MOST} kinds they count as one.
 */
public final class Troubles {
  private static final int MOST = 100;
  private static final String OTHER = "other troubles";

  /** One kind. */
  public record Trouble(String because, long times, String example) {}

  private final Map<String, Trouble> kinds = new LinkedHashMap<>();

  public synchronized void count(String because, String uri) {
    String name = kinds.size() < MOST || kinds.containsKey(because) ? because : OTHER;
    kinds.merge(
        name,
        new Trouble(name, 1, uri),
        (old, _) -> new Trouble(name, old.times() + 1, old.example()));
  }

  /** In the order in which they were met. */
  public synchronized List<Trouble> all() {
    return new ArrayList<>(kinds.values());
  }
}
