package org.orbweaver.app.task;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.trust.Sight;

/**
 * One kind of thing that can be crawled. All that is particular to it stands in its class; to add a
 * kind is to write one and to name it where a peer's kinds are listed.
 */
public interface TaskKind {
  /** Of its URIs, in lower case. */
  List<String> schemes();

  /** How people write one: {@code https://…}. */
  String form();

  /**
   * The one form of a URI that the swarm keeps.
   *
   * @throws IllegalArgumentException with a sentence, if it is none of this kind
   */
  String canonical(String uri);

  /**
   * Where in the key space it stands; null for {@code scheme://host/…}, which stands with the
   * others of its host. Travels with the task, so that peers without this kind agree.
   */
  @Nullable Key key(String canonical);

  /** Tasks of one lane are run one after the other, because they use the same host. */
  default String lane(String canonical) {
    return TaskKey.host(canonical);
  }

  /** Makes ready to run them; called when a peer meets its first. */
  Work open(PeerTools tools) throws IOException;

  /**
   * A URI as somebody gives it for a seed: its {@link #canonical} form with whatever else is to be
   * asked for, such as a session ID.
   */
  default String given(String uri) {
    return canonical(uri);
  }

  /** A seed of a crawl. */
  default Task seed(CrawlId crawl, String uri) {
    String canonical = canonical(uri);
    return Task.of(crawl, canonical, key(canonical));
  }

  /**
   * A try at a task.
   *
   * @param isLast whether there will be no further one if this one is in vain
   * @param before what came of it in the last round in which it was done; null if it never was
   */
  record Attempt(boolean isLast, @Nullable Result before) {}

  /** Runs tasks, on many threads at once. */
  interface Work extends AutoCloseable {
    /**
     * Does what the task asks for, and takes the time it needs.
     *
     * @throws RetryLater if it cannot be done now, through no fault of the task
     * @throws TriedInVain if it failed, but may succeed another time; as any other exception does
     * @throws GivenUp if it cannot be done at all
     * @throws RefusedByRule if this peer's operator does not want it done here
     */
    Runner.Outcome run(Task task, CrawlPlan plan) throws Exception;

    /** The same, for work that makes do with less at the last attempt, or asks for news only. */
    default Runner.Outcome run(Task task, CrawlPlan plan, Attempt attempt) throws Exception {
      return run(task, plan);
    }

    /**
     * Looks at what another peer brought of such a task, as of old at the origin; of kinds that
     * nobody can check, nothing is seen.
     */
    default Inspector.Seen inspect(Inspector.Exhibit exhibit)
        throws IOException, InterruptedException {
      return Inspector.Seen.nothing();
    }

    /**
     * Makes sure that a client may do it, and sets aside what its crawl can spend on it.
     *
     * @throws Exception if only this peer can do it, or can say why it cannot be done
     */
    default Runner.Lent lend(Task task, CrawlPlan plan, Attempt attempt) throws Exception {
      throw new GivenUp("nobody could check what others bring of it");
    }

    /** Looks at what a client brought of a task that was lent to it, as of old at the origin. */
    default Sight compare(String uri, byte[] summary, byte[] records)
        throws IOException, InterruptedException {
      return Sight.UNREACHED;
    }

    @Override
    void close() throws IOException;
  }
}
