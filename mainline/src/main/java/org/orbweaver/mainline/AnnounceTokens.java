package org.orbweaver.mainline;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.Bytes;

/**
 * The write tokens of BEP 5: whoever stores something here must show that packets sent to his
 * address reach him, so nobody can sign up somebody else's address for a swarm.
 *
 * <p>A token is a keyed hash of the asker's IP address: nothing is remembered per asker. The key
 * changes every five minutes and the one before stays valid, so a token lives five to ten minutes,
 * as in the original BitTorrent client. Tokens are good at every home: that they come back to the
 * address that issued them is the asker's duty (BEP 45), not a matter of our safety.
 *
 * <p>The generator must be one that outsiders cannot predict when the node lives on a real network.
 */
final class AnnounceTokens {
  private static final int BYTES = 8;

  private static final long GENERATION = Duration.ofMinutes(5).toNanos();

  private final RandomGenerator random;
  private final byte[] issued = new byte[BYTES];
  private final Bytes issuedView = Bytes.of(issued);
  private SipHash current;
  private SipHash previous;
  private long rotateAt;

  AnnounceTokens(long now, RandomGenerator random) {
    this.random = random;
    this.current = SipHash.random(random);
    this.previous = SipHash.random(random);
    this.rotateAt = now + GENERATION;
  }

  /** A token for the asker's address; the bytes are good until the next call. */
  Bytes issue(long now, Endpoint asker) {
    rotate(now);
    long token = current.of(asker.high(), asker.low());
    for (int i = BYTES - 1; i >= 0; i--, token >>>= 8) {
      issued[i] = (byte) token;
    }
    return issuedView;
  }

  boolean accepts(long now, Endpoint asker, Bytes token) {
    rotate(now);
    if (token.length() != BYTES) {
      return false;
    }
    long shown = 0;
    for (int i = 0; i < BYTES; i++) {
      shown = shown << 8 | (token.at(i) & 0xFF);
    }
    return shown == current.of(asker.high(), asker.low())
        || shown == previous.of(asker.high(), asker.low());
  }

  private void rotate(long now) {
    if (now < rotateAt) {
      return;
    }
    // After a long silence both keys are too old.
    boolean previousStillYoung = now < rotateAt + GENERATION;
    previous = previousStillYoung ? current : SipHash.random(random);
    current = SipHash.random(random);
    rotateAt = now + GENERATION;
  }
}
