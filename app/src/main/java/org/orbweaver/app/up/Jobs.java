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

  public List<Job.State> states() {
    return jobs.stream().map(Job::state).toList();
  }

  /** The last begun first. */
  @Override
  public void close() {
    for (Job job : jobs.reversed()) {
      job.close();
    }
  }
}
