package org.orbweaver.app.up;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All jobs of one {@code orb up}. */
public final class Jobs implements AutoCloseable {
  private final InstantSource clock;
  private final List<Job> jobs = new CopyOnWriteArrayList<>();

  public Jobs(InstantSource clock) {
    this.clock = clock;
  }

  /** Runs one more, in the background. */
  public void run(String name, Job.Start start) {
    jobs.add(new Job(name, start, clock));
  }

  /** Ends one, if it is there, and waits until it has let go of its files. */
  public void end(String name) {
    List<Job> ending = jobs.stream().filter(job -> job.state().name().equals(name)).toList();
    ending.forEach(Job::close);
    jobs.removeAll(ending);
  }

  public List<Job.State> states() {
    return jobs.stream().map(Job::state).toList();
  }

  /** All at once: each lets go of files of its own, and whoever pressed Ctrl-C waits for all. */
  @Override
  public void close() {
    jobs.forEach(Job::askToEnd);
    for (Job job : jobs.reversed()) {
      job.close();
    }
  }
}
