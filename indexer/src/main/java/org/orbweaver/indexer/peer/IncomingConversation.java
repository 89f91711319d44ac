package org.orbweaver.indexer.peer;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * A conversation that a peer has begun: its first bytes tell whether it speaks plainly or
 * encrypted. Until then nothing is said.
 */
final class IncomingConversation implements Conversation {
  private final MetadataSession plain;
  private final Function<MetadataSession, Conversation> encryption;
  private final byte[] first = new byte[Handshake.PROTOCOL.length];
  private int filled;
  private Conversation chosen;

  /**
   * @param plain the conversation itself
   * @param encryption puts encryption around it
   */
  IncomingConversation(MetadataSession plain, Function<MetadataSession, Conversation> encryption) {
    this.plain = plain;
    this.encryption = encryption;
    this.chosen = plain;
  }

  @Override
  public void receive(long now, byte[] bytes, int offset, int length) {
    int taken = Math.min(first.length - filled, length);
    if (taken > 0) {
      System.arraycopy(bytes, offset, first, filled, taken);
      filled += taken;
      if (filled == first.length) {
        chosen = Handshake.isProtocol(first) ? plain : encryption.apply(plain);
        chosen.receive(now, Arrays.copyOf(first, filled), 0, filled);
      }
    }
    if (taken < length) {
      chosen.receive(now, bytes, offset + taken, length - taken);
    }
  }

  @Override
  public void closed() {
    chosen.closed();
  }

  @Override
  public void tick(long now) {
    chosen.tick(now);
  }

  @Override
  public long deadline() {
    return chosen.deadline();
  }

  @Override
  public byte[] takeOutput() {
    return chosen.takeOutput();
  }

  @Override
  public @Nullable SessionEnd end() {
    return chosen.end();
  }

  @Override
  public @Nullable Key infohash() {
    return chosen.infohash();
  }

  @Override
  public List<Endpoint> learned() {
    return chosen.learned();
  }

  @Override
  public void release() {
    chosen.release();
  }
}
