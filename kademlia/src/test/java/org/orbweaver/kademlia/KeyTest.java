package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys against {@link BigInteger}, which knows nothing of our three primitives. */
class KeyTest {
  private static final int ROUNDS = 20_000;

  private final Random random = new Random(1);

  @Test
  void bytesAndTextComeBackUnchanged() {
    for (int i = 0; i < ROUNDS; i++) {
      Key key = anyKey();
      assertThat(Key.read(key.toBytes(), 0)).isEqualTo(key);
      assertThat(Key.parse(key.toString())).isEqualTo(key);
    }
  }

  @Test
  void orderIsThatOfUnsignedNumbers() {
    for (int i = 0; i < ROUNDS; i++) {
      Key a = anyKey();
      Key b = near(a);
      assertThat(Integer.signum(a.compareTo(b))).isEqualTo(number(a).compareTo(number(b)));
    }
  }

  @Test
  void distanceIsXor() {
    for (int i = 0; i < ROUNDS; i++) {
      Key a = anyKey();
      Key b = near(a);
      Key c = near(a);
      assertThat(number(a.distance(b))).isEqualTo(number(a).xor(number(b)));
      assertThat(Integer.signum(a.compareDistance(b, c)))
          .isEqualTo(number(a).xor(number(b)).compareTo(number(a).xor(number(c))));
      assertThat(a.commonPrefixLength(b))
          .isEqualTo(Key.BITS - number(a).xor(number(b)).bitLength());
    }
  }

  @Test
  void bitsCountFromTheMostSignificant() {
    for (int i = 0; i < ROUNDS; i++) {
      Key a = anyKey();
      int index = random.nextInt(Key.BITS);
      int fromRight = Key.BITS - 1 - index;
      assertThat(a.bit(index)).isEqualTo(number(a).testBit(fromRight));
      assertThat(number(a.flip(index))).isEqualTo(number(a).flipBit(fromRight));
    }
  }

  @Test
  void prefixThenTakesLeadingBitsFromOneAndTheRestFromTheOther() {
    for (int i = 0; i < ROUNDS; i++) {
      Key a = anyKey();
      Key b = anyKey();
      int length = random.nextInt(Key.BITS + 1);
      Key joined = a.prefixThen(length, b);
      assertThat(joined.commonPrefixLength(a)).isGreaterThanOrEqualTo(length);
      BigInteger tail = BigInteger.ONE.shiftLeft(Key.BITS - length).subtract(BigInteger.ONE);
      assertThat(number(joined).and(tail)).isEqualTo(number(b).and(tail));
    }
  }

  @Test
  void nextIsOneMore() {
    BigInteger modulus = BigInteger.ONE.shiftLeft(Key.BITS);
    for (Key key : new Key[] {Key.ZERO, Key.MAX, new Key(0, -1, -1), new Key(5, 7, -1), anyKey()}) {
      assertThat(number(key.next())).isEqualTo(number(key).add(BigInteger.ONE).mod(modulus));
    }
  }

  @Test
  void wrongTextIsRefused() {
    assertThatThrownBy(() -> Key.parse("abc")).hasMessageContaining("40 hexadecimal digits");
    assertThatThrownBy(() -> Key.parse("x".repeat(40))).hasMessageContaining("40 hexadecimal");
  }

  private Key anyKey() {
    return Key.random(random);
  }

  /** Shares a random number of leading bits, so that all three primitives decide comparisons. */
  private Key near(Key key) {
    return key.prefixThen(random.nextInt(Key.BITS + 1), Key.random(random));
  }

  private static BigInteger number(Key key) {
    return new BigInteger(1, key.toBytes());
  }
}
