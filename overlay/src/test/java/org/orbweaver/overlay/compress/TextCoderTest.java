package org.orbweaver.overlay.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextCoderTest {
  private final TextCoder coder = TextCoder.ofThread();

  private void assertComesBack(byte[] plain, Object what) {
    byte[] packed = coder.pack(plain);
    assertThat(coder.unpack(packed, 0, plain.length)).as("%s", what).isEqualTo(plain);
  }

  @Test
  void textsComeBackAsTheyWereInWhateverOrder() {
    long seed = 3;
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 300; i++) {
      byte[] plain = new byte[random.nextInt(i % 50 == 0 ? 10_000 : 300)];
      int variety = random.nextInt(1, 257);
      for (int at = 0; at < plain.length; at++) {
        plain[at] = (byte) random.nextInt(variety);
      }
      assertComesBack(plain, "seed " + seed + ", text " + i);
    }
    assertComesBack(new byte[0], "nothing");
    assertComesBack(new byte[20_000], "zeros");
  }

  @Test
  void whatWasPackedBeforeMakesNoDifference() {
    byte[] links = "https://example.org/one\0two\0three".getBytes(StandardCharsets.UTF_8);
    byte[] alone = coder.pack(links);
    coder.pack("quite another text, of another kind, 1234567890".getBytes(StandardCharsets.UTF_8));
    assertThat(coder.pack(links)).isEqualTo(alone);
  }

  @Test
  void aLinkTakesLessThanHalfOfItsBytes() {
    byte[] link =
        "https://www.debian.org/releases/stable/index.html".getBytes(StandardCharsets.UTF_8);
    assertThat(coder.pack(link).length).isLessThan(link.length / 2);
  }

  @Test
  void anyBytesUnpackToSomething() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 300; i++) {
      byte[] noise = new byte[random.nextInt(100)];
      random.nextBytes(noise);
      assertThat(coder.unpack(noise, 0, 200)).hasSize(200);
    }
  }
}
