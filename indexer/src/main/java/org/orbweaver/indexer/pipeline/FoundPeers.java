package org.orbweaver.indexer.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;

/**
 * The peers of one torrent as the nodes of a lookup name them, each once and with the number of
 * nodes that named it. Some crawlers answer get_peers with addresses that have nothing to do with
 * the torrent (ghost replies): nobody else names those, so they come last, and they alone never
 * count as enough.
 *
 * <p>Bounded: when {@value #MOST} peers are known, further ones are not taken.
 */
final class FoundPeers {
  private static final int MOST = 256;

  private final Map<Endpoint, Integer> witnesses = new LinkedHashMap<>();
  private final Set<Endpoint> namers = new HashSet<>();
  private boolean confirmed;

  void add(Contact from, Endpoint peer) {
    namers.add(from.endpoint());
    if (witnesses.size() < MOST || witnesses.containsKey(peer)) {
      confirmed |= witnesses.merge(peer, 1, Integer::sum) > 1;
    }
  }

  /** A peer that told us itself. */
  void addAnnounced(Endpoint peer) {
    witnesses.putIfAbsent(peer, 1);
  }

  /**
   * Two nodes know the same peer: it is no ghost, and the others near the hash know little else.
   */
  boolean isConfirmed() {
    return confirmed;
  }

  /** Every peer has two witnesses: the other nodes near the hash would name the same ones. */
  boolean isAgreed() {
    return witnesses.values().stream().allMatch(count -> count > 1);
  }

  boolean isEmpty() {
    return witnesses.isEmpty();
  }

  /** Several nodes named peers, and no two of them the same. */
  boolean looksGhostly() {
    return namers.size() > 1 && !confirmed;
  }

  /** The best attested first. */
  List<Endpoint> ranked() {
    List<Map.Entry<Endpoint, Integer>> entries = new ArrayList<>(witnesses.entrySet());
    entries.sort(Map.Entry.<Endpoint, Integer>comparingByValue(Comparator.reverseOrder()));
    return entries.stream().map(Map.Entry::getKey).toList();
  }
}
