package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.peer.MetadataSource;
import org.orbweaver.indexer.pipeline.Lookups.Announcement;
import org.orbweaver.indexer.pipeline.Lookups.Hunt;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.DhtClient;

/**
 * Lets hashes flow from stage to stage. Everything here happens on the node's thread: {@link
 * #onTick} moves on what can move, and whoever tells an outcome causes a tick soon after.
 */
public final class IndexingPipeline {
  /** When so many hashes wait for their lookup, no node is asked for more. */
  private static final int ENOUGH_HASHES = 50_000;

  /** What waits for its time rather than for an event waits so much longer at most. */
  private static final long HEARTBEAT = Duration.ofMillis(100).toNanos();

  private final PipelineSettings settings;
  private final HashLedger ledger;
  private final BlockingWork work;
  private final List<DhtClient> clients;
  private final Harvest harvest;
  private final PassiveRetrieval passive;
  private final Traversal traversal;
  private final Lookups lookups;
  private final Fetches fetches;
  private final Settling settling;
  private final TellingNodes tellers = new TellingNodes();
  private final List<SampleSweep> sweeps;
  private final Recounts recounts;
  private long rumours;
  private boolean stirred;
  private boolean stopping;
  private long now;

  /**
   * @param clients of the node's networks, the one whose swarms are counted first
   * @param harvest the node's observer
   * @param passive what the node offers itself for
   * @param sampled who was asked for samples, perhaps by an earlier run
   * @param onPipeline runs on the pipeline's thread what the source tells, and never drops it
   */
  public IndexingPipeline(
      PipelineSettings settings,
      List<DhtClient> clients,
      Harvest harvest,
      PassiveRetrieval passive,
      SampleTurns sampled,
      HashLedger ledger,
      BlockingWork work,
      MetadataSource source,
      Executor onPipeline) {
    this.settings = settings;
    this.ledger = ledger;
    this.work = stirring(work);
    this.clients = List.copyOf(clients);
    this.harvest = harvest;
    this.passive = passive;
    traversal = new Traversal(settings, ledger, this.work);
    lookups = new Lookups(settings, this.clients, tellers, harvest::announcers, new Finds());
    fetches = new Fetches(settings, source, onPipeline, this::onFetched);
    settling = new Settling(ledger, this.work);
    sweeps = settings.sweep() ? sweeps(sampled) : List.of();
    harvest.tellNodes((time, node) -> sweeps.forEach(sweep -> sweep.heard(time, node)));
    recounts = new Recounts(settings, ledger, this.work, clients.getFirst());
  }

  /** The same work, after which something can usually move on. */
  private BlockingWork stirring(BlockingWork work) {
    return new BlockingWork() {
      @Override
      public <T> void run(Callable<T> task, Answer<T> answer) {
        work.run(
            task,
            new Answer<T>() {
              @Override
              public void done(long now, T result) {
                stirred = true;
                answer.done(now, result);
              }

              @Override
              public void failed(long now, Exception problem) {
                stirred = true;
                answer.failed(now, problem);
              }
            });
      }
    };
  }

  private List<SampleSweep> sweeps(SampleTurns sampled) {
    return clients.stream()
        .map(client -> new SampleSweep(harvest, tellers, client, sampled))
        .toList();
  }

  /** Moves on what can move; when it wants to be called again. */
  public long onTick(long time) {
    now = time;
    stirred = false;
    harvest.onTick(now, ledger, work);
    if (stopping) {
      release(traversal.abandon());
      settling.onTick(now);
      return now + HEARTBEAT;
    }
    traversal.onTick(now);
    traversal.onTickForHearsay(now);
    boolean began = lookups.onTick(now, traversal, fetches.room());
    fetches.onTick(settling.room());
    boolean wanted = harvest.unknown() - traversal.claims() < ENOUGH_HASHES;
    for (SampleSweep sweep : sweeps) {
      began |= sweep.onTick(now, wanted);
    }
    if (!began) {
      began = recounts.onTick(now);
    }
    settling.onTick(now);
    // Lookups that began have timeouts of their own, which the node must take note of.
    return began ? now : now + HEARTBEAT;
  }

  /** Whether something has happened since the last tick that another would move on. */
  public boolean isStirred() {
    return stirred;
  }

  /** The user wants these hashes, whatever was decided about them before. */
  public void want(List<Key> infohashes) {
    harvest.onGiven(infohashes);
    stirred = true;
  }

  /**
   * Begins nothing more and gives back what is not in hand yet, so that the next run need not wait
   * for leases to run out. What is in hand is written in the ticks that follow, until {@link
   * #isSettled}; whoever asks peers should be told to stop.
   */
  public void stop() {
    stopping = true;
    release(lookups.abandon());
    release(fetches.abandon());
  }

  private void release(List<Key> hashes) {
    hashes.forEach(hash -> settling.add(new Outcome.Released(hash)));
  }

  private final class Finds implements Lookups.Finds {
    @Override
    public void found(Hunt hunt, FoundPeers peers) {
      stirred = true;
      if (peers.isEmpty() && hunt.hearsay()) {
        rumours++;
      } else if (peers.isEmpty()) {
        settling.add(new Outcome.NoPeers(hunt.hash()));
      } else {
        fetches.add(hunt, peers);
      }
    }

    @Override
    public void unheard(Hunt hunt) {
      stirred = true;
      if (!hunt.hearsay()) {
        settling.add(new Outcome.Released(hunt.hash()));
      }
    }
  }

  private void onFetched(Hunt hunt, @Nullable Torrent torrent) {
    stirred = true;
    if (torrent != null) {
      passive.onObtained(hunt.hash(), false);
      settling.add(Entries.outcome(hunt.hash(), torrent));
    } else if (stopping) {
      settling.add(new Outcome.Released(hunt.hash()));
    } else if (!hunt.thorough()) {
      lookups.lookUpAgain(hunt);
    } else {
      settling.add(new Outcome.Failed(hunt.hash()));
      awaitCalls(hunt);
    }
  }

  private void awaitCalls(Hunt hunt) {
    passive.onFailed(now, hunt.hash());
    if (settings.announce() && passive.canOffer()) {
      passive.offer(now, hunt.hash());
      // Those who have its peers are known, and what they want to see: no other lookup is needed.
      for (Announcement each : hunt.announcements()) {
        each.client().announce(now, hunt.hash(), settings.listenPort(), each.tokens());
      }
    }
  }

  /** A peer called us and gave this, its hash verified. */
  public void onCalled(Key infohash, Torrent torrent) {
    stirred = true;
    passive.onObtained(infohash, true);
    settling.add(Entries.outcome(infohash, torrent));
  }

  boolean isStopping() {
    return stopping;
  }

  /** Whether it has been stopped and nothing waits to be written. */
  public boolean isSettled() {
    return stopping
        && !traversal.isClaiming()
        && traversal.waiting() == 0
        && fetches.isIdle()
        && harvest.isIdle()
        && settling.isIdle();
  }

  public PipelineMetrics metrics() {
    return new PipelineMetrics(
        harvest.metrics(),
        traversal.claims(),
        traversal.waiting(),
        rumours,
        lookups.metrics(),
        fetches.metrics(),
        passive.metrics(),
        settling.metrics(),
        sweeps.stream().map(SampleSweep::metrics).reduce(SweepMetrics.NONE, SweepMetrics::plus),
        recounts.counted());
  }
}
