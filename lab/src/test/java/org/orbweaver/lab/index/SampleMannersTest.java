package org.orbweaver.lab.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.pipeline.PipelineSettings;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.LookupSettings;
import org.orbweaver.lab.node.IdChoice;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Method;
import org.orbweaver.wire.krpc.Query;

/** One home with the settings of the public network, in a world with loss and delays. */
class SampleMannersTest {
  private static final long SEED = 1;
  private static final int TORRENTS = 2_000;

  private final MessageDecoder decoder = new MessageDecoder();
  private final Map<Endpoint, Integer> samples = new HashMap<>();
  private final Random random = new Random(SEED);
  private boolean losing;

  @Test
  void noNodeIsAskedTwiceAndNearlyAllHashesAreHeard() {
    IndexerInWorld place = place();
    place.live(Duration.ofHours(5));
    assertThat(samples.values()).as("seed " + SEED).allMatch(times -> times == 1);
    assertThat(place.metrics().harvest().unknown()).isGreaterThan((long) (0.93 * TORRENTS));
    assertThat(place.metrics().sweep().turns()).isOne();
    long asked = samples.size();
    place.live(Duration.ofHours(8));
    assertThat(place.metrics().sweep().turns()).as("turns after 13 hours").isBetween(2, 3);
    assertThat(samples.values().stream().mapToInt(Integer::intValue).max().orElse(0))
        .isLessThanOrEqualTo(3);
    assertThat(asked).isGreaterThan(2_000);
  }

  @Test
  void whatABusyMachineLosesIsHeardOfAllTheSame() {
    losing = true;
    IndexerInWorld place = place();
    place.live(Duration.ofMinutes(5));
    losing = false;
    place.live(Duration.ofMinutes(55));
    assertThat(place.metrics().harvest().unknown())
        .as("seed " + SEED)
        .isGreaterThan((long) (0.9 * TORRENTS));
    assertThat(samples.values()).allMatch(times -> times <= 2);
  }

  private IndexerInWorld place() {
    WorldGround ground =
        new WorldGround(
            WorldOptions.of(5_000, SEED)
                .withFaults(Faults.ALL)
                .withContent(ContentOptions.of(TORRENTS)));
    List<Contact> homes = IdChoice.STAGGERED.homes(1, new Random(SEED));
    return new IndexerInWorld(
        ground,
        homes,
        MainlineSettings.PUBLIC
            .withLookups(PipelineSettings.LOOKUPS)
            .withLookup(LookupSettings.PUBLIC.withConcurrency(PipelineSettings.CONCURRENCY)),
        PipelineSettings.of(Key.random(new Random(SEED))),
        new LabLedger(LookupOrder.NATURAL),
        (local, to, packet, length) -> watch(to, packet, length),
        SEED);
  }

  private boolean watch(Endpoint to, byte[] packet, int length) {
    if (decoder.decode(packet, length) instanceof Query query
        && query.method() == Method.SAMPLE_INFOHASHES) {
      samples.merge(to, 1, Integer::sum);
    }
    return !losing || random.nextInt(10) < 3;
  }
}
