package org.orbweaver.app.swarm;

import java.util.List;
import org.orbweaver.app.census.PrefixTasks;
import org.orbweaver.app.index.InfohashTasks;
import org.orbweaver.app.page.PageTasks;
import org.orbweaver.app.task.TaskKinds;

/** What a peer can crawl as the program comes: a line for each kind. */
public final class BuiltInKinds {
  public static final TaskKinds ALL =
      new TaskKinds(List.of(new PageTasks(), new InfohashTasks(), new PrefixTasks()));

  private BuiltInKinds() {}
}
