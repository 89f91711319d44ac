package org.orbweaver.trust;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class AuditRecordTest {
  private static final Key PEER = new Key(1, 2, 3);

  private final AuditRecord record = new AuditRecord();

  @Test
  void oneFailureOrOneBadSectorMakesNobodyUnreliable() {
    for (int i = 0; i < 19; i++) {
      record.told(PEER, false);
    }
    assertThat(record.of(PEER).isUnreliable()).isFalse();
  }

  @Test
  void whoFailsManyAndOneInTwentyIs() {
    for (int i = 0; i < 400; i++) {
      record.told(PEER, i >= 20);
    }
    assertThat(record.of(PEER).isUnreliable()).isTrue();
    record.told(PEER, true);
    assertThat(record.of(PEER).isUnreliable()).isFalse();
  }

  @Test
  void strangersDoNotFillTheMemory() {
    for (int i = 0; i < 2 * AuditRecord.MOST; i++) {
      record.told(new Key(i, 0, 0), true);
    }
    assertThat(record.of(new Key(0, 0, 0))).isEqualTo(AuditRecord.Count.NONE);
    assertThat(record.of(new Key(2 * AuditRecord.MOST - 1, 0, 0)).whole()).isEqualTo(1);
  }
}
