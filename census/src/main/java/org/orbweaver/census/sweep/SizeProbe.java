package org.orbweaver.census.sweep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.NetworkSizeEstimate;
import org.orbweaver.kademlia.Prefix;

/**
 * A dozen lookups of random targets, to learn from the distance of the closest nodes how large the
 * network is: within a tenth or so, for less than a hundred packets. It only has to tell leaves of
 * six nodes from leaves of 24.
 */
final class SizeProbe {
  private static final int LOOKUPS = 12;
  private static final int CLOSEST = 8;

  private final KnownNodes nodes;
  private final List<ProbeLookup> lookups = new ArrayList<>();
  private int turn;

  SizeProbe(KnownNodes nodes, Prefix part, RandomGenerator random) {
    this.nodes = nodes;
    for (int i = 0; i < LOOKUPS; i++) {
      lookups.add(new ProbeLookup(nodes, part.randomKey(random)));
    }
  }

  /** Somebody was heard of, who may be close to any of the targets. */
  void discovered(int node) {
    for (ProbeLookup lookup : lookups) {
      lookup.consider(node);
    }
  }

  /** The lookups take turns, one open question each. */
  @Nullable Question next() {
    for (int i = 0; i < LOOKUPS; i++) {
      turn = (turn + 1) % LOOKUPS;
      Question question = lookups.get(turn).next();
      if (question != null) {
        return question;
      }
    }
    return null;
  }

  void ended(Question question) {
    for (ProbeLookup lookup : lookups) {
      lookup.ended(question);
    }
  }

  boolean finished() {
    return lookups.stream().allMatch(ProbeLookup::finished);
  }

  /**
   * The number of nodes in the whole network; as many as we know if that is more. The lookups that
   * went farthest weigh most, and rightly so: where attackers crowd, nodes stand closer than usual.
   */
  double networkSize(int known) {
    NetworkSizeEstimate estimate = NetworkSizeEstimate.NONE;
    for (ProbeLookup lookup : lookups) {
      estimate = estimate.plus(lookup.target(), contacts(lookup.closest(CLOSEST)));
    }
    double size = estimate.nodes();
    return size > known ? size : known;
  }

  private List<Contact> contacts(List<Integer> closest) {
    return closest.stream().map(node -> new Contact(nodes.id(node), nodes.endpoint(node))).toList();
  }

  /**
   * One lookup: asks the closest node not asked so far until the three closest have answered. What
   * they answered to other lookups does not count, it was about other targets; but such a node is
   * asked again only when nobody else is left. At the start all lookups know the same few, and no
   * address gets more than two questions a second.
   */
  private static final class ProbeLookup {
    private static final int KEPT = 32;
    private static final int ENOUGH = 3;
    private static final int MOST_QUESTIONS = 64;

    private final KnownNodes nodes;
    private final Key target;
    private final List<Integer> closest = new ArrayList<>(KEPT + 1);
    private final Set<Integer> asked = new HashSet<>();
    private @Nullable Question open;

    ProbeLookup(KnownNodes nodes, Key target) {
      this.nodes = nodes;
      this.target = target;
    }

    Key target() {
      return target;
    }

    List<Integer> closest(int count) {
      return closest.subList(0, Math.min(count, closest.size()));
    }

    void consider(int node) {
      Key id = nodes.id(node);
      int place = closest.size();
      while (place > 0 && target.compareDistance(id, nodes.id(closest.get(place - 1))) < 0) {
        place--;
      }
      closest.add(place, node);
      if (closest.size() > KEPT) {
        closest.removeLast();
      }
    }

    @Nullable Question next() {
      if (open != null || asked.size() >= MOST_QUESTIONS) {
        return null;
      }
      int node = nextNode();
      if (node >= 0) {
        asked.add(node);
        open = new Question(node, target);
      }
      return open;
    }

    private int nextNode() {
      int answered = 0;
      int askedByOthers = -1;
      for (int i = 0; i < closest.size() && answered < ENOUGH; i++) {
        int node = closest.get(i);
        if (nodes.timesAsked(node) == 0) {
          return node;
        }
        if (nodes.hasAnswered(node)) {
          answered++;
          askedByOthers = askedByOthers < 0 && !asked.contains(node) ? node : askedByOthers;
        }
      }
      return askedByOthers;
    }

    void ended(Question question) {
      if (question.equals(open)) {
        open = null;
      }
    }

    boolean finished() {
      return open == null && (asked.size() >= MOST_QUESTIONS || nextNode() < 0);
    }
  }
}
