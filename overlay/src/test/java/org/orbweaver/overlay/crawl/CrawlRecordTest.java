package org.orbweaver.overlay.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;

class CrawlRecordTest {
  private static final CrawlPlan PLAN =
      new CrawlPlan(
          1_000,
          7,
          2_000,
          List.of("https://example.org/", "https://b/"),
          Map.of("reach", "DOMAIN"));

  private final PeerKeys keys = PeerKeys.draw(new SecureRandom());
  private final PeerKeys others = PeerKeys.draw(new SecureRandom());
  private final CrawlRecord record = CrawlRecord.of(PLAN, keys);

  @Test
  void aRecordIsReadAsItWasWritten() {
    CrawlRecord read = Objects.requireNonNull(CrawlRecord.read(record.entry()));
    assertThat(read.plan()).isEqualTo(PLAN);
    assertThat(read.number()).isEqualTo(record.number());
    assertThat(read.isStopped()).isFalse();
    assertThat(record.entry().id()).isEqualTo(CrawlRecord.id(record.number()));
  }

  @Test
  void whatALaterVersionAddsIsCarried() {
    assertThat(CrawlPlan.parse(PLAN + "colour blue\n")).isEqualTo(PLAN.withTerm("colour", "blue"));
    assertThat(CrawlPlan.parse("something else\n" + PLAN)).isNull();
    assertThat(CrawlPlan.parse("orbweaver crawl\ndepth MOON\n")).isNull();
  }

  @Test
  void aRecordThatWasTouchedIsNone() {
    Entry entry = record.entry();
    for (int at = 0; at < entry.body().length; at += 5) {
      byte[] touched = entry.body().clone();
      touched[at] ^= 1;
      assertThat(CrawlRecord.read(new Entry(entry.id(), 0, touched))).as("byte %d", at).isNull();
    }
    assertThat(CrawlRecord.read(new Entry(entry.id(), 1, entry.body())))
        .as("nobody but its maker stops it")
        .isNull();
    EntryId elsewhere = CrawlRecord.id(CrawlId.numbered(1));
    assertThat(CrawlRecord.read(new Entry(elsewhere, 0, entry.body()))).isNull();
  }

  @Test
  void onlyItsMakerStopsIt() {
    CrawlRecord stopped = record.stopped(keys);
    assertThat(stopped.isStopped()).isTrue();
    assertThat(stopped.number()).isEqualTo(record.number());
    assertThat(stopped.entry().outranks(record.entry())).isTrue();
    assertThat(CrawlRecord.read(stopped.entry())).isNotNull();
    assertThatThrownBy(() -> record.stopped(others)).hasMessageContaining("begun by another peer");
  }

  /** L10: if the peer that began a crawl is gone, nobody could stop it. */
  @Test
  void aPeerThatThePlanNamesStopsItToo() {
    PeerKeys third = PeerKeys.draw(new SecureRandom());
    List<String> named = List.of(hex(third), hex(others));
    CrawlRecord shared = CrawlRecord.of(PLAN.stoppableBy(named), keys);
    CrawlRecord stopped = shared.stopped(others);
    assertThat(stopped.isStopped()).isTrue();
    assertThat(stopped.number()).isEqualTo(shared.number());
    assertThat(CrawlRecord.read(stopped.entry())).isNotNull();
    Entry entry = stopped.entry();
    assertThat(CrawlRecord.read(new Entry(entry.id(), 2, entry.body())))
        .as("in another's name")
        .isNull();
    assertThat(CrawlRecord.read(shared.stopped(keys).entry())).isNotNull();
    PeerKeys stranger = PeerKeys.draw(new SecureRandom());
    assertThatThrownBy(() -> shared.stopped(stranger)).hasMessageContaining("the 2 that it names");
  }

  private static String hex(PeerKeys keys) {
    return HexFormat.of().formatHex(keys.verifying());
  }

  @Test
  void aKnownCrawlIsAskedForNowAndThenAndAStoppedOneNeverAgain() throws Exception {
    List<EntryId> asked = new ArrayList<>();
    List<@Nullable Entry> answers = new ArrayList<>();
    KnownCrawls known =
        new KnownCrawls(
            id -> {
              asked.add(id);
              return answers.removeFirst();
            });
    long second = 1_000_000_000L;
    answers.add(null);
    assertThat(known.get(0, record.number())).isNull();
    answers.add(CrawlRecord.of(PLAN, others).entry());
    assertThat(known.get(0, record.number())).as("another crawl").isNull();
    answers.add(record.entry());
    assertThat(known.get(0, record.number())).isNotNull();
    assertThat(known.get(second, record.number())).isNotNull();
    assertThat(asked).hasSize(3);
    answers.add(null);
    assertThat(known.get(100 * second, record.number())).as("as known before").isNotNull();
    answers.add(record.stopped(keys).entry());
    known.get(200 * second, record.number());
    assertThat(known.get(900 * second, record.number()))
        .extracting(CrawlRecord::isStopped)
        .isEqualTo(true);
    assertThat(asked).hasSize(5);
  }
}
