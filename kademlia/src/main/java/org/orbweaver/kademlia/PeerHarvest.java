package org.orbweaver.kademlia;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * get_peers: the swarm's peers, and each node's token, without which it lets nobody announce.
 *
 * <p>Bounded: peers beyond the limit are ignored.
 */
public final class PeerHarvest implements Harvest<PeerHarvest.Reply> {
  /**
   * @param token as it must be sent back; empty if the node gave none
   */
  public record Reply(List<Endpoint> peers, Optional<Token> token) {
    public Reply {
      peers = List.copyOf(peers);
    }
  }

  /** An announce token: bytes that mean something to its issuer only. */
  public static final class Token {
    private final byte[] bytes;

    public Token(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    public byte[] toBytes() {
      return bytes.clone();
    }
  }

  private final int maxPeers;
  private final Set<Endpoint> peers = new LinkedHashSet<>();
  private final Map<Contact, Token> tokens = new HashMap<>();

  public PeerHarvest(int maxPeers) {
    this.maxPeers = maxPeers;
  }

  @Override
  public void take(Contact from, Reply reply) {
    reply.token().ifPresent(token -> tokens.put(from, token));
    for (Endpoint peer : reply.peers()) {
      if (peers.size() >= maxPeers) {
        return;
      }
      peers.add(peer);
    }
  }

  /** In the order they were named. */
  public Set<Endpoint> peers() {
    return Collections.unmodifiableSet(peers);
  }

  public Optional<Token> token(Contact node) {
    return Optional.ofNullable(tokens.get(node));
  }
}
