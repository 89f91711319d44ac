package org.orbweaver.census.suspects;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

/**
 * Nodes that stand closer together than usual. The subspace in which they are least likely to meet
 * by chance, the crowd's own or one within, is found by splitting it as long as eight are left; for
 * each, three questions are asked, and the least likely counts:
 *
 * <ul>
 *   <li>Would so many of all nodes meet there? Nodes whose IDs follow from one address count once:
 *       BEP 42 gives the customers behind one NAT only eight places of 21 bits.
 *   <li>Would so many strangers, who chose their IDs? An attacker who wants a place is one; of
 *       honest nodes the fewer are, the sharper this is.
 *   <li>Would so many strangers of one address? Splider: 27 real nodes behind one NAT cannot share
 *       32 bits.
 * </ul>
 */
final class Crowd {
  private static final int QUESTIONS = 3;

  /**
   * Depths are looked at where four nodes or fewer are expected. Below about 1/64 the chance of
   * eight falls by a hundred with each bit, so eight depths stand for all.
   */
  private static final int DEPTHS = 8;

  private final AddressBook book;
  private final int nodes;
  private final List<Member> members;
  private @Nullable EclipseSuspect leastLikely;

  private record Member(Key id, long address, boolean stranger) {}

  /**
   * @param places of the crowd's nodes in the snapshot
   */
  Crowd(AddressBook book, SnapshotNodes snapshot, int[] places) {
    this.book = book;
    nodes = snapshot.size();
    members = new ArrayList<>(places.length);
    for (int node : places) {
      members.add(
          new Member(
              snapshot.id(node),
              AddressBook.address(snapshot.endpoint(node)),
              AddressBook.isPublic(snapshot.endpoint(node))
                  && AddressBook.isStranger(snapshot, node)));
    }
    members.sort(Comparator.comparing(Member::id));
  }

  @Nullable EclipseSuspect leastLikelyPart() {
    judge(members);
    return leastLikely;
  }

  private void judge(List<Member> part) {
    if (part.size() < EclipseDetector.ENOUGH) {
      return;
    }
    int depth = part.getFirst().id().commonPrefixLength(part.getLast().id());
    EclipseSuspect suspect = suspect(part, depth);
    if (leastLikely == null || suspect.pValue() < leastLikely.pValue()) {
      leastLikely = suspect;
    }
    if (depth < Key.BITS) {
      int middle = 0;
      while (!part.get(middle).id().bit(depth)) {
        middle++;
      }
      judge(part.subList(0, middle));
      judge(part.subList(middle, part.size()));
    }
  }

  private EclipseSuspect suspect(List<Member> part, int depth) {
    Set<Long> conforming = new HashSet<>();
    Map<Long, Integer> strangersAt = new HashMap<>();
    Set<Long> addresses = new HashSet<>();
    int strangers = 0;
    for (Member member : part) {
      addresses.add(member.address());
      if (member.stranger()) {
        strangers++;
        strangersAt.merge(member.address(), 1, Integer::sum);
      } else {
        conforming.add(member.address());
      }
    }
    double chance = meeting(strangers + conforming.size(), nodes, depth);
    chance = Math.min(chance, meeting(strangers, book.strangers(), depth));
    int most = 0;
    for (Map.Entry<Long, Integer> host : strangersAt.entrySet()) {
      most = Math.max(most, host.getValue());
      chance = Math.min(chance, meetingAtOneAddress(host.getKey(), host.getValue(), depth));
    }
    return EclipseSuspect.in(
        Prefix.of(part.getFirst().id(), depth),
        part.size(),
        Math.scalb((double) nodes, -depth),
        strangers,
        addresses.size(),
        most,
        Math.min(1, QUESTIONS * DEPTHS * chance));
  }

  /** In how many subspaces of that depth so many of them meet, on average. */
  private static double meeting(int count, int of, int depth) {
    return Math.scalb(Chance.poissonAtLeast(count, Math.scalb((double) of, -depth)), depth);
  }

  /** At how many addresses so many of the strangers there share so many bits, on average. */
  private double meetingAtOneAddress(long address, int count, int depth) {
    if (count < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double ways = Chance.choose(book.strangersAt(address), count);
    return book.sharedAddresses() * Math.scalb(ways, -depth * (count - 1));
  }
}
