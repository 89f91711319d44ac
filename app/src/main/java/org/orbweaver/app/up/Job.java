package org.orbweaver.app.up;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Sentence;

/** One thing that {@code orb up} runs, and starts again when it broke. */
public final class Job implements AutoCloseable {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Starts it; whatever it throws is why it does not run. */
  public interface Start {
    Work start() throws IOException, InterruptedException;
  }

  /** What a job is doing. */
  public enum Stage {
    STARTING,
    RUNNING,
    /** What it needs is not there yet. */
    WAITING,
    /** It will be started again. */
    FAILED,
    STOPPED
  }

  /**
   * How a job is.
   *
   * @param sentence how it goes or, if it failed, why
   * @param since when it came into this stage
   * @param failures how often it could not start or broke
   */
  public record State(String name, Stage stage, String sentence, Instant since, int failures) {}

  private final String name;
  private final Start start;
  private final InstantSource clock;
  private final Thread keeper;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile State state;
  private volatile @Nullable Work work;

  Job(String name, Start start, InstantSource clock) {
    this.name = name;
    this.start = start;
    this.clock = clock;
    this.state = new State(name, Stage.STARTING, "", clock.instant(), 0);
    this.keeper = Thread.ofVirtual().name(name).start(this::keepRunning);
  }

  public State state() {
    State now = state;
    Work running = work;
    return now.stage() == Stage.RUNNING && running != null
        ? new State(name, now.stage(), running.sentence(), now.since(), now.failures())
        : now;
  }

  private void keepRunning() {
    Duration pause = FIRST_PAUSE;
    try {
      while (true) {
        if (runOnce()) {
          Thread.sleep(FIRST_PAUSE);
          continue;
        }
        Thread.sleep(pause);
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    } catch (InterruptedException e) {
      become(Stage.STOPPED, "", 0);
    }
  }

  /** Runs it until it breaks; says whether it only waits for something. */
  @SuppressWarnings("InterruptedExceptionSwallowed") // interrupts are told apart first
  private boolean runOnce() throws InterruptedException {
    try (Work running = start.start()) {
      work = running;
      become(Stage.RUNNING, "", 0);
      while (running.isAlive()) {
        Thread.sleep(LOOK);
      }
      become(Stage.FAILED, "it has ended by itself: " + running.sentence(), 1);
      return false;
    } catch (InterruptedException e) {
      throw e;
    } catch (NotYet e) {
      become(Stage.WAITING, Sentence.of(e), 0);
      return true;
    } catch (Exception e) {
      become(Stage.FAILED, Sentence.of(e), 1);
      return false;
    } finally {
      work = null;
    }
  }

  private void become(Stage stage, String sentence, int moreFailures) {
    state = new State(name, stage, sentence, clock.instant(), state.failures() + moreFailures);
  }

  /** Stops it, and does not wait. Once: a second interrupt would disturb it while it closes. */
  void askToEnd() {
    if (asked.compareAndSet(false, true)) {
      keeper.interrupt();
    }
  }

  /** Stops it, and waits until it has let go of its files. */
  @Override
  public void close() {
    askToEnd();
    boolean interrupted = false;
    while (keeper.isAlive()) {
      try {
        keeper.join();
      } catch (InterruptedException e) {
        interrupted = true; // its files matter more: it goes on waiting
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
