package org.orbweaver.mainline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.Bytes;

class AnnounceTokensTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final Endpoint ASKER = Endpoint.parse("192.0.2.7:6881");

  private final AnnounceTokens tokens =
      new AnnounceTokens(0, RandomGenerator.of("L64X128MixRandom"));

  @Test
  void sipHashMatchesTheReferenceVectorForSixteenBytes() {
    SipHash hash = new SipHash(0x0706050403020100L, 0x0F0E0D0C0B0A0908L);
    assertThat(hash.of(0x0706050403020100L, 0x0F0E0D0C0B0A0908L)).isEqualTo(0x3F2ACC7F57C29BDBL);
  }

  @Test
  void tokenIsGoodForItsAskerFromAnyPort() {
    Bytes token = Bytes.of(tokens.issue(0, ASKER).toArray());
    assertThat(tokens.accepts(MINUTE, ASKER, token)).isTrue();
    assertThat(tokens.accepts(MINUTE, ASKER.withPort(1), token)).isTrue();
  }

  @Test
  void tokenIsUselessToAnotherAddress() {
    Bytes token = Bytes.of(tokens.issue(0, ASKER).toArray());
    assertThat(tokens.accepts(0, Endpoint.parse("192.0.2.8:6881"), token)).isFalse();
  }

  @Test
  void tokenLivesAtLeastFiveAndAtMostTenMinutes() {
    for (int minute = 0; minute < 60; minute++) {
      Bytes token = tokens.issue(minute * MINUTE, ASKER);
      assertThat(tokens.accepts(minute * MINUTE, ASKER, token)).isTrue();
    }
    Bytes token = Bytes.of(tokens.issue(60 * MINUTE, ASKER).toArray());
    assertThat(tokens.accepts(65 * MINUTE, ASKER, token)).isTrue();
    assertThat(tokens.accepts(70 * MINUTE, ASKER, token)).isFalse();
  }

  @Test
  void tokenIsTooOldAfterALongSilence() {
    Bytes token = Bytes.of(tokens.issue(0, ASKER).toArray());
    assertThat(tokens.accepts(11 * MINUTE, ASKER, token)).isFalse();
  }
}
