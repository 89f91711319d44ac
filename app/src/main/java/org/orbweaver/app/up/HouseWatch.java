package org.orbweaver.app.up;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.overlay.membership.PeerClaim;

/**
 * Looks at the peer and the jobs every two seconds: keeps the last minutes' figures for curves and
 * rates, and notes what has changed as events.
 */
public final class HouseWatch implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final int MOST_SAMPLES = 150;
  private static final int TRUST_EVERY = 3;
  private static final int MOST_REMEMBERED = 20_000;
  private static final float USUAL_LOAD = 0.75f;

  private static final Map<String, String> NAMES =
      Map.of(
          "index", "the index of torrents",
          "census", "the census of the DHT",
          "archive", "the archive",
          "snapshots", "the report on the DHT");

  /** What is looked at. */
  public record Sights(
      Supplier<PeerStatus> peer,
      Supplier<SwarmTrust> trust,
      Supplier<List<Job.State>> jobs,
      InstantSource clock) {}

  /** Figures at one moment. */
  public record Sample(
      Instant at, long done, long open, long failed, long sentBytes, Map<String, Long> sentTo) {}

  private final Sights sights;
  private final EventLog events;
  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Of the latest that were looked at: in a year a swarm has many members and crawls. */
  private final Map<String, String> before =
      new LinkedHashMap<>(16, USUAL_LOAD, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  private final Thread thread;
  private int looks;

  public HouseWatch(Sights sights, EventLog events) {
    this.sights = sights;
    this.events = events;
    this.thread = Thread.ofVirtual().name("house-watch").start(this::keepLooking);
  }

  private void keepLooking() {
    try {
      while (true) {
        look();
        Thread.sleep(LOOK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      PeerStatus peer = sights.peer().get();
      sample(peer);
      for (PeerStatus.Member member : peer.members()) {
        boolean living = member.life() == PeerClaim.Life.LIVING;
        changed(
            "peer " + member.address(),
            living ? "takes part" : "is gone",
            living ? EventLog.Level.INFO : EventLog.Level.WARN);
      }
      for (PeerStatus.Crawl crawl : peer.crawls()) {
        changed(
            "crawl of " + crawl.firstSeed() + " (" + crawl.number().substring(0, 8) + ")",
            crawl.state(),
            EventLog.Level.INFO);
      }
      String trouble = peer.trouble();
      changed(
          "this peer",
          trouble == null ? "takes work" : "takes nothing new: " + trouble,
          trouble == null ? EventLog.Level.INFO : EventLog.Level.ERROR);
      for (Job.State job : sights.jobs().get()) {
        changed(
            NAMES.getOrDefault(job.name(), job.name()),
            how(job),
            job.stage() == Job.Stage.FAILED ? EventLog.Level.ERROR : EventLog.Level.INFO);
      }
      if (looks++ % TRUST_EVERY == 0) {
        lookAtTrust();
      }
    } catch (IllegalStateException e) {
      // the peer is too busy to be asked, or ends: looked at again in two seconds
    } catch (RuntimeException e) {
      changed("the console", "cannot look at the peer: " + Sentence.of(e), EventLog.Level.ERROR);
    }
  }

  private static String how(Job.State job) {
    return switch (job.stage()) {
      case STARTING -> "starts";
      case RUNNING -> "runs";
      case WAITING -> "waits: " + job.sentence();
      case FAILED -> "failed: " + job.sentence();
      case STOPPED -> "has ended";
    };
  }

  private void lookAtTrust() {
    for (SwarmTrust.Contributor each : sights.trust().get().contributors()) {
      String address = each.address();
      String about = "standing of peer " + (address == null ? each.peer() : address);
      if (!each.standing().equals("member") || before.containsKey(about)) {
        changed(
            about,
            each.standing() + (each.evidence().isEmpty() ? "" : "; " + each.evidence()),
            EventLog.Level.WARN);
      }
    }
  }

  /** Notes what is otherwise than at the last look. */
  private void changed(String about, String now, EventLog.Level level) {
    String then = before.put(about, now);
    if (!now.equals(then)) {
      events.note(level, about, now);
    }
  }

  private void sample(PeerStatus peer) {
    Map<String, Long> sentTo = new HashMap<>();
    peer.members().forEach(each -> sentTo.put(each.address(), each.sentBytes()));
    synchronized (samples) {
      samples.addLast(
          new Sample(
              sights.clock().instant(),
              peer.figures().processed(),
              peer.figures().openTasks(),
              peer.figures().failed(),
              peer.traffic().bytes(),
              sentTo));
      if (samples.size() > MOST_SAMPLES) {
        samples.removeFirst();
      }
    }
  }

  /** The oldest first. */
  public List<Sample> samples() {
    synchronized (samples) {
      return new ArrayList<>(samples);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
