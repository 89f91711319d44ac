package org.orbweaver.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.peer.WantedTorrents;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeState;

/** The pipeline on a node whose network has failed: nobody ever answers. */
class IndexingPipelineTest {
  private static final long START = 1_800_000_000_000_000_000L;
  private static final long STEP = Duration.ofMillis(100).toNanos();

  private final Random random = new Random(1);
  private final Queue<Runnable> atStore = new ArrayDeque<>();
  private final List<Key> hashes = Stream.generate(() -> Key.random(random)).limit(20).toList();
  private final Harvest harvest = new Harvest();
  private final PassiveRetrieval passive = new PassiveRetrieval(0, new WantedTorrents(10));
  @TempDir private Path folder;
  private TorrentStore store;
  private MainlineNode node;
  private IndexingPipeline pipeline;
  private long now = START;

  @BeforeEach
  void start() {
    store =
        TorrentStores.open(
            folder.resolve("torrents.db").toString(),
            RuleClassifier.builtIn(),
            StoreSettings.DEFAULT);
    Endpoint home = Endpoint.parse("127.0.0.1:6881");
    List<Contact> known =
        Stream.generate(() -> new Contact(Key.random(random), Endpoint.v4(0x7F000002, 7)))
            .limit(1)
            .toList();
    node =
        new MainlineNode(
            now,
            MainlineSettings.PRIVATE.inMiniature(),
            List.of(home),
            new Bootstrap(known.stream().map(Contact::endpoint).toList(), List.of()),
            new NodeState(List.of(new Contact(Key.random(random), home)), known),
            harvest,
            passive,
            (local, to, packet, length) -> true,
            random);
    pipeline = pipeline(PipelineSettings.LOOKUPS);
  }

  private IndexingPipeline pipeline(int lookups) {
    return new IndexingPipeline(
        PipelineSettings.of(Key.random(random)).withoutSweep().withLookups(lookups),
        List.of(node.client(Family.IPV4).orElseThrow()),
        harvest,
        passive,
        new SampleTurns(),
        store,
        new LaterWork(),
        (infohash, peers, done) -> false,
        Runnable::run);
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** The store's answers come with the next step. */
  private final class LaterWork implements BlockingWork {
    @Override
    @SuppressWarnings("IllegalCatch") // a failing store is told, as the real one's is
    public <T> void run(Callable<T> work, Answer<T> answer) {
      atStore.add(
          () -> {
            try {
              answer.done(now, work.call());
            } catch (Exception e) {
              answer.failed(now, e);
            }
          });
    }
  }

  private void live(Duration time) {
    live(
        time,
        () -> {
          node.onTick(now);
          pipeline.onTick(now);
        });
  }

  private void live(Duration time, Runnable tick) {
    for (long end = now + time.toNanos(); now < end; now += STEP) {
      for (int waiting = atStore.size(); waiting > 0; waiting--) {
        atStore.remove().run();
      }
      tick.run();
    }
  }

  @Test
  void aDeadNetworkIsNotHeldAgainstTheHashes() {
    pipeline.want(hashes);
    live(Duration.ofMinutes(3));
    assertThat(pipeline.metrics().lookups().finished()).isGreaterThanOrEqualTo(hashes.size());
    assertThat(store.stats(now).hashes()).isEqualTo(Map.of(HashState.NEW, (long) hashes.size()));
  }

  @Test
  void whatIsNotDoneWhenItStopsIsFreeForTheNextRun() {
    pipeline = pipeline(0); // claims, but gets no further
    pipeline.want(hashes);
    live(Duration.ofSeconds(8));
    assertThat(store.stats(now).due()).as("all claimed").isZero();
    pipeline.stop();
    live(Duration.ofSeconds(2));
    assertThat(pipeline.isSettled()).isTrue();
    assertThat(store.stats(now).due()).isEqualTo(hashes.size());
  }

  @Test
  void hashesInTheQueueAreNotedBeforeItIsSettled() {
    live(Duration.ofSeconds(1));
    pipeline.want(hashes);
    pipeline.stop();
    assertThat(pipeline.isSettled()).isFalse();
    live(Duration.ofSeconds(2));
    assertThat(pipeline.isSettled()).isTrue();
    assertThat(store.stats(now).due()).isEqualTo(hashes.size());
  }

  @Test
  void stoppedBeforeItHasJoinedItSettlesAllTheSame() {
    IndexingNode joining = new IndexingNode(node, pipeline);
    live(Duration.ofSeconds(3), () -> joining.onTick(now));
    Contact asker = new Contact(Key.random(random), Endpoint.v4(0x7F000003, 7));
    harvest.onGetPeers(now, asker, hashes.getFirst(), false);
    pipeline.stop();
    live(Duration.ofSeconds(1), () -> joining.onTick(now));
    assertThat(pipeline.isSettled()).isTrue();
    assertThat(store.stats(now).hearsay()).isEqualTo(1);
  }
}
