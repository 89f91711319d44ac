package org.orbweaver.overlay.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The JDK, which has Ed25519 of its own, is the judge. */
class PeerKeysTest {
  private static final byte[] MESSAGE = "orb".getBytes(UTF_8);

  private final SecureRandom random = new SecureRandom();

  @Test
  void whatOneSignsTheOtherVerifies() throws GeneralSecurityException {
    KeyPair theirs = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] encoded = theirs.getPublic().getEncoded();
    byte[] raw = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    byte[] secret = theirs.getPrivate().getEncoded();
    // What a peer's file has held since before the library changed.
    PeerKeys keys =
        PeerKeys.of(ByteBuffer.allocate(32 + secret.length).put(raw).put(secret).array(), random);

    Signature judge = Signature.getInstance("Ed25519");
    judge.initVerify(theirs.getPublic());
    judge.update(MESSAGE);
    assertThat(judge.verify(keys.sign(MESSAGE))).isTrue();

    judge.initSign(theirs.getPrivate());
    judge.update(MESSAGE);
    byte[] signature = judge.sign();
    assertThat(PeerKeys.isSigned(keys.verifying(), MESSAGE, signature)).isTrue();
    signature[5] ^= 1;
    assertThat(PeerKeys.isSigned(keys.verifying(), MESSAGE, signature)).isFalse();
  }

  @Test
  void whatIsNoKeyIsRefused() {
    byte[] secret = PeerKeys.draw(random).secret();
    assertThat(PeerKeys.of(secret, random).secret()).isEqualTo(secret);
    byte[] mixed = secret.clone();
    mixed[0] ^= 1;
    assertThatThrownBy(() -> PeerKeys.of(mixed, random))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PeerKeys.of(Arrays.copyOf(secret, 50), random))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aKeyOfSmallOrderAgreesWithNobody() {
    PeerKeys keys = PeerKeys.draw(random);
    assertThat(keys.agree(new byte[32])).isNull();
    PeerKeys other = PeerKeys.draw(random);
    assertThat(keys.agree(other.agreement())).isEqualTo(other.agree(keys.agreement()));
  }
}
