package org.orbweaver.overlay.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.task.CrawlId;

class CrawlTallyTest {
  private static final CrawlId CRAWL = CrawlId.numbered(7);
  private static final CrawlTally TALLY =
      new CrawlTally(
          CRAWL, 10, 6, 3, 1, 4_096, 0, List.of(new CrawlTally.Reason("slow", 3, "http://ü/")));

  private final PeerKeys keys = PeerKeys.draw(new SecureRandom());

  @Test
  void aTallyIsReadAsItsAuthorWroteItAndNobodyElseCanWriteIt() {
    Entry entry = TALLY.entry(keys, 5);
    assertThat(CrawlTally.read(entry)).isEqualTo(TALLY);
    assertThat(EntryKind.isSound(entry)).isTrue();
    assertThat(entry.id()).isEqualTo(CrawlTally.id(CRAWL, keys.verifying()));
    assertThat(CrawlTally.read(new Entry(entry.id(), 6, entry.body()))).as("outbid").isNull();
    for (int at = 0; at < entry.body().length; at += 3) {
      byte[] touched = entry.body().clone();
      touched[at] ^= 1;
      assertThat(CrawlTally.read(new Entry(entry.id(), 5, touched))).as("byte %d", at).isNull();
    }
  }

  @Test
  void whatIsDrawnIsTheRankAndThePurseTheName() {
    Spending drawn = new Spending(CRAWL, "host example.org", 0).and(40).and(2);
    Entry entry = drawn.entry();
    assertThat(entry.rank()).isEqualTo(42);
    assertThat(Spending.read(entry)).isEqualTo(drawn);
    assertThat(EntryKind.isSound(entry)).isTrue();
    assertThat(new Spending(CRAWL, "pages", 1).id()).isNotEqualTo(entry.id());
    assertThat(EntryKind.isSound(new Entry(entry.id(), -1, entry.body()))).isFalse();
    assertThat(Spending.read(new Entry(new Spending(CRAWL, "pages", 1).id(), 1, entry.body())))
        .isNull();
    assertThat(drawn.and(Integer.MAX_VALUE).drawn()).isEqualTo(Integer.MAX_VALUE);
  }
}
