package org.orbweaver.overlay.identity;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.orbweaver.kademlia.Endpoint;

/**
 * Nonces that need not be remembered: who brings one back has received it at its address, within
 * half a minute, and each is good for one handshake.
 *
 * <p>Bounded: of those brought back in one epoch and the last, {@link #MOST_USED} are remembered;
 * when so many handshakes came in so short a time, further ones must wait for the next epoch.
 */
final class Cookies {
  private static final long EPOCH = 16_000_000_000L;
  private static final int MOST_USED = 1 << 14;

  private final Mac mac;
  private Set<Long> used = new HashSet<>();
  private Set<Long> usedBefore = new HashSet<>();
  private long epoch;

  Cookies(RandomGenerator random) {
    byte[] secret = new byte[32];
    random.nextBytes(secret);
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HMAC-SHA256", e);
    }
  }

  long bake(long now, Endpoint to, long nonce) {
    return of(now / EPOCH, to, nonce);
  }

  private long of(long when, Endpoint to, long nonce) {
    ByteBuffer name = ByteBuffer.allocate(34);
    name.putLong(when).putLong(to.high()).putLong(to.low()).putShort((short) to.port());
    return ByteBuffer.wrap(mac.doFinal(name.putLong(nonce).array())).getLong();
  }

  /** Whether it is one of ours, for that address, and fresh; it stays so until it is used up. */
  boolean isGood(long now, Endpoint from, long nonce, long cookie) {
    long current = now / EPOCH;
    return (cookie == of(current, from, nonce) || cookie == of(current - 1, from, nonce))
        && !isUsed(current, cookie);
  }

  private boolean isUsed(long current, long cookie) {
    if (current != epoch) {
      usedBefore = current == epoch + 1 ? used : new HashSet<>();
      used = new HashSet<>();
      epoch = current;
    }
    return used.size() >= MOST_USED || used.contains(cookie) || usedBefore.contains(cookie);
  }

  void useUp(long cookie) {
    used.add(cookie);
  }
}
