package org.orbweaver.lab.census;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.census.CrawlOptions;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.journal.CrawlJournal;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.snapshot.SnapshotMerge;
import org.orbweaver.census.snapshot.SnapshotReader;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.census.snapshot.SnapshotSchema;
import org.orbweaver.census.snapshot.SnapshotWriter;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

/** 256 crawls that know nothing of each other, joined, against one of the whole. */
class PrefixPartsTest {
  private static final long SEED = 11;
  private static final int PART_BITS = 8;

  private final WorldGround ground = new WorldGround(WorldOptions.of(20_000, SEED));

  private RecordedCrawl crawl(Prefix part) {
    CrawlOptions options = CrawlOptions.WHOLE_NETWORK.of(part);
    CensusPlan plan =
        CensusPlan.of(StrategyName.SWEEP, options, part.hashCode(), CensusInWorld.EPOCH);
    CensusInWorld census =
        new CensusInWorld(
            ground,
            CensusSettings.PUBLIC,
            List.of(Endpoint.parse("198.51.100.1:6881")),
            CrawlState.beginning(
                new RecordedCrawl(plan.newCrawl(), plan.start(), CrawlJournal.NONE)),
            InfohashListener.NOBODY,
            part.hashCode());
    assertThat(census.run(3_600_000_000_000L)).isEqualTo(CensusNode.Phase.DONE);
    return census.node().crawl();
  }

  @Test
  void joinedPartsAreTheWhole(@TempDir Path folder) throws IOException {
    List<Snapshot> parts = new ArrayList<>();
    for (int i = 0; i < 1 << PART_BITS; i++) {
      Prefix part = Prefix.of(new Key((long) i << 64 - PART_BITS, 0, 0), PART_BITS);
      parts.add(write(folder, crawl(part), part));
    }
    SnapshotMerge merge = new SnapshotMerge(parts);
    Snapshot merged = merge.write(folder, "all");
    Snapshot whole = write(folder, crawl(Prefix.WHOLE_SPACE), Prefix.WHOLE_SPACE);

    assertThat(merge.missing()).isEmpty();
    assertThat(merged.info().prefix()).isEmpty();
    assertThat(merged.info().packets()).isEqualTo(256 * 7L);
    Set<Contact> inParts = contacts(merged);
    assertThat(merged.info().nodes()).isEqualTo(inParts.size());
    double recall = liveRecall(inParts);
    assertThat(recall).isGreaterThan(0.995);
    assertThat(recall).isCloseTo(liveRecall(contacts(whole)), within(0.003));
  }

  private static Offset<Double> within(double value) {
    return Offset.offset(value);
  }

  private static Snapshot write(Path folder, RecordedCrawl crawl, Prefix part) throws IOException {
    try (SnapshotWriter writer = new SnapshotWriter(folder, "part-" + part)) {
      KnownNodes nodes = crawl.nodes();
      for (int node = 0; node < nodes.size(); node++) {
        if (part.contains(nodes.id(node))) {
          writer.add(SnapshotRow.of(nodes.get(node)));
        }
      }
      return writer.finish(
          new SnapshotInfo(
              SnapshotSchema.FORMAT,
              "test",
              "sweep",
              "discover",
              part.toString(),
              1,
              2,
              0,
              0,
              7,
              6,
              null,
              List.of(),
              null,
              List.of(),
              Map.of()));
    }
  }

  /** Fails on a duplicate. */
  private static Set<Contact> contacts(Snapshot snapshot) {
    Set<Contact> contacts = new HashSet<>();
    try (SnapshotReader reader = snapshot.read()) {
      reader.forEach(
          row -> assertThat(contacts.add(new Contact(row.id(), row.endpoint()))).isTrue());
    }
    return contacts;
  }

  private double liveRecall(Set<Contact> found) {
    Population population = ground.ipv4();
    int live = 0;
    int hits = 0;
    for (int i = 0; i < population.size(); i++) {
      if (!population.silent(i)) {
        live++;
        hits += found.contains(population.contact(i)) ? 1 : 0;
      }
    }
    return (double) hits / live;
  }
}
