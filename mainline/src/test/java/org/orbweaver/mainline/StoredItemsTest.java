package org.orbweaver.mainline;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.MutableItem;

class StoredItemsTest {
  private static final Endpoint ANNOUNCER = Endpoint.parse("192.0.2.1:6881");
  private static final Bytes NO_SALT = Bytes.EMPTY;
  private static final Bytes FOOBAR = Bytes.of("foobar".getBytes(US_ASCII));
  private static final Bytes HELLO = value("Hello World!");

  private final KeyPair keys = newKeys();
  private final StoredItems items =
      new StoredItems(
          new StoredItems.Limits(100, 20, Duration.ofHours(2)), new SplittableRandom(1));

  // The three test vectors printed in BEP 44.
  private static final Bytes BEP_KEY =
      hex("77ff84905a91936367c01360803104f92432fcd904a43511876df5cdf3e7e548");
  private static final SignedItem BEP_MUTABLE =
      item(
          BEP_KEY,
          NO_SALT,
          1,
          hex(
              "305ac8aeb6c9c151fa120f120ea2cfb923564e11552d06a5d856091e5e853cff"
                  + "1260d3f39e4999684aa92eb73ffd136e6f4f3ecbfda0ce53a1608ecd7ae21f01"));
  private static final SignedItem BEP_SALTED =
      item(
          BEP_KEY,
          FOOBAR,
          1,
          hex(
              "6834284b6b24c3204eb2fea824d82f88883a3d95e8b4a21b8c0ded553d17d17d"
                  + "df9a8a7104b1258f30bed3787e6cb896fca78c58f8e03b5f18f14951a87d9a08"));

  @Test
  void mutableItemOfTheBepIsGenuineAndLiesUnderTheTargetItPrints() {
    assertThat(BEP_MUTABLE.target())
        .isEqualTo(Key.parse("4a533d47ec9c7d95b1ad75f576cffc641853b750"));
    assertThat(new String(SignedItem.signedBytes(NO_SALT, 1, HELLO), US_ASCII))
        .isEqualTo("3:seqi1e1:v12:Hello World!");
    assertThat(BEP_MUTABLE.isGenuine()).isTrue();
  }

  @Test
  void saltedItemOfTheBepIsGenuineAndLiesUnderTheTargetItPrints() {
    assertThat(BEP_SALTED.target())
        .isEqualTo(Key.parse("411eba73b6f087ca51a3795d9c8c938d365e32c1"));
    assertThat(new String(SignedItem.signedBytes(FOOBAR, 1, HELLO), US_ASCII))
        .isEqualTo("4:salt6:foobar3:seqi1e1:v12:Hello World!");
    assertThat(BEP_SALTED.isGenuine()).isTrue();
  }

  @Test
  void immutableItemOfTheBepLiesUnderTheTargetItPrints() {
    assertThat(new ImmutableItem(HELLO).target())
        .isEqualTo(Key.parse("e5f96f6f38320f0f33959cb4d3d656452117aadb"));
  }

  @Test
  void itemWeSignIsGenuineAndAnAlteredOneIsNot() {
    for (int seq = 0; seq < 20; seq++) {
      KeyPair someKeys = newKeys();
      SignedItem item = SignedItem.sign(someKeys, NO_SALT, seq, HELLO);
      assertThat(item.isGenuine()).isTrue();
      SignedItem altered =
          item(item.parts().publicKey(), NO_SALT, seq + 1, item.parts().signature());
      assertThat(altered.isGenuine()).isFalse();
    }
  }

  @Test
  void storedItemsAreFoundUnderTheirTargets() {
    assertThat(put(BEP_MUTABLE)).isNull();
    assertThat(put(BEP_SALTED)).isNull();
    assertThat(put(new ImmutableItem(HELLO))).isNull();
    assertThat(items.get(BEP_MUTABLE.target())).isEqualTo(BEP_MUTABLE);
    assertThat(items.get(BEP_SALTED.target())).isEqualTo(BEP_SALTED);
    assertThat(items.get(new ImmutableItem(HELLO).target())).isEqualTo(new ImmutableItem(HELLO));
  }

  @Test
  void forgedSignatureIsError206() {
    byte[] signature = BEP_MUTABLE.parts().signature().toArray();
    signature[5] ^= 1;
    assertThat(put(item(BEP_KEY, NO_SALT, 1, Bytes.of(signature))))
        .isEqualTo(ErrorCode.INVALID_SIGNATURE);
    byte[] noPoint = new byte[32];
    java.util.Arrays.fill(noPoint, (byte) 0xFF);
    assertThat(put(item(Bytes.of(noPoint), NO_SALT, 1, Bytes.of(signature))))
        .isEqualTo(ErrorCode.INVALID_SIGNATURE);
  }

  @Test
  void valueOfAThousandBytesIsTakenAndOneMoreIsError205() {
    assertThat(put(new ImmutableItem(value("x".repeat(996))))).isNull();
    assertThat(put(new ImmutableItem(value("x".repeat(997))))).isEqualTo(ErrorCode.VALUE_TOO_BIG);
  }

  @Test
  void saltOver64BytesIsError207() {
    assertThat(put(SignedItem.sign(keys, Bytes.of(new byte[64]), 1, HELLO))).isNull();
    assertThat(put(SignedItem.sign(keys, Bytes.of(new byte[65]), 1, HELLO)))
        .isEqualTo(ErrorCode.SALT_TOO_BIG);
  }

  @Test
  void lowerSequenceNumberIsError302AndAHigherOneReplaces() {
    put(SignedItem.sign(keys, NO_SALT, 5, HELLO));
    assertThat(put(SignedItem.sign(keys, NO_SALT, 4, HELLO))).isEqualTo(ErrorCode.SEQUENCE_TOO_LOW);
    assertThat(put(SignedItem.sign(keys, NO_SALT, 5, value("other"))))
        .isEqualTo(ErrorCode.SEQUENCE_TOO_LOW);
    SignedItem newer = SignedItem.sign(keys, NO_SALT, 6, value("other"));
    assertThat(put(newer)).isNull();
    assertThat(items.get(newer.target())).isEqualTo(newer);
  }

  @Test
  void casThatDoesNotMatchIsError301AndIsIgnoredWhereNothingIsStored() {
    SignedItem first = SignedItem.sign(keys, NO_SALT, 5, HELLO);
    assertThat(items.put(0, ANNOUNCER, first, OptionalLong.of(99))).isNull();
    SignedItem second = SignedItem.sign(keys, NO_SALT, 6, HELLO);
    assertThat(items.put(0, ANNOUNCER, second, OptionalLong.of(4)))
        .isEqualTo(ErrorCode.CAS_MISMATCH);
    assertThat(items.put(0, ANNOUNCER, second, OptionalLong.of(5))).isNull();
  }

  @Test
  void repetitionCostsNoVerification() {
    assertThat(items.needsVerification(BEP_MUTABLE)).isTrue();
    put(BEP_MUTABLE);
    assertThat(items.needsVerification(BEP_MUTABLE)).isFalse();
    assertThat(put(BEP_MUTABLE)).isNull();
  }

  @Test
  void itemIsForgottenAfterTwoHoursUnlessPutAgain() {
    put(BEP_MUTABLE);
    put(BEP_SALTED);
    long hour = Duration.ofHours(1).toNanos();
    items.put(hour, ANNOUNCER, BEP_SALTED, OptionalLong.empty());
    items.sweep(2 * hour, 100);
    assertThat(items.get(BEP_MUTABLE.target())).isNull();
    assertThat(items.get(BEP_SALTED.target())).isNotNull();
  }

  @Test
  void siteHasItsShare() {
    for (int i = 0; i < 20; i++) {
      assertThat(put(new ImmutableItem(value("mine " + i)))).isNull();
    }
    assertThat(put(new ImmutableItem(HELLO))).isEqualTo(ErrorCode.SERVER);
  }

  @Test
  void fullStoreForgetsSomeOldItemForANewOne() {
    for (int i = 0; i < 1000; i++) {
      ImmutableItem item = new ImmutableItem(value("item " + i));
      items.put(i, Endpoint.v4(0x0B000000 + i, 1), item, OptionalLong.empty());
      assertThat(items.get(item.target())).isEqualTo(item);
    }
    assertThat(items.size()).isEqualTo(100);
  }

  private @Nullable ErrorCode put(StoredItem item) {
    return items.put(0, ANNOUNCER, item, OptionalLong.empty());
  }

  private static KeyPair newKeys() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static SignedItem item(Bytes key, Bytes salt, long sequence, Bytes signature) {
    return new SignedItem(new MutableItem(key, salt, sequence, signature, HELLO));
  }

  private static Bytes value(String text) {
    return Bytes.of(new BencodeWriter(64).string(text).toArray());
  }

  private static Bytes hex(String digits) {
    return Bytes.of(HexFormat.of().parseHex(digits));
  }
}
