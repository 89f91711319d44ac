package org.orbweaver.census.suspects;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.census.SnapshotNodes;

/**
 * Looks for IDs that crowd around a target (Splider, section V.C.2). The paper calls eight nodes in
 * one 27-bit subspace suspicious, because 27 bits are where one of its day's 132 million IDs was
 * expected; in one snapshot of 16.4 million those are 0.12. That rule is applied as it stands, with
 * the 27 bits scaled so that 0.12 nodes are expected, and counted. But it looks at one depth only,
 * and does not see an attack on a target that stands a little more alone than others; so what is
 * reported as suspect is judged at every depth by its p-value, see {@link Crowd}.
 */
public final class EclipseDetector {
  /** So many suffice to eclipse a target in a network of 20 million, says the paper. */
  static final int ENOUGH = 8;

  /** A snapshot of an honest network has a suspect once in so many times, at most. */
  static final double SIGNIFICANT = 0.01;

  private static final int PAPER_BITS = 27;
  private static final double PAPER_NODES = 16_388_586;

  /** Where more are expected, eight say nothing, unless they share an address; few targets are. */
  private static final double SPARSE = 4;

  private final SnapshotNodes snapshot;
  private final IdOrder order;
  private final AddressBook book;
  private final int paperBits;
  private final List<EclipseSuspect> suspects = new ArrayList<>();
  private int byPapersRule;

  EclipseDetector(SnapshotNodes snapshot, AddressBook book) {
    this.snapshot = snapshot;
    this.book = book;
    order = new IdOrder(snapshot);
    paperBits = paperBits(snapshot.size());
  }

  /** The depth at which as many nodes are expected as with Splider's nodes in 27 bits. */
  static int paperBits(int nodes) {
    double scaled = PAPER_BITS + StrictMath.log(nodes / PAPER_NODES) / StrictMath.log(2);
    return (int) Math.max(1, StrictMath.round(scaled));
  }

  public static EclipseTable examine(SnapshotNodes snapshot) {
    return new EclipseDetector(snapshot, new AddressBook(snapshot)).table();
  }

  EclipseTable table() {
    descend(0, order.size());
    suspects.sort(Comparator.comparingDouble(EclipseSuspect::pValue));
    Map<Integer, Integer> sizes = new TreeMap<>();
    int shared = 0;
    for (EclipseSuspect suspect : suspects) {
      sizes.merge(suspect.ids(), 1, Integer::sum);
      shared += suspect.mostAtOneAddress() > 1 ? 1 : 0;
    }
    List<EclipseTable.Size> histogram = new ArrayList<>();
    sizes.forEach((ids, attacks) -> histogram.add(new EclipseTable.Size(ids, attacks)));
    return new EclipseTable(
        snapshot.size(), List.copyOf(suspects), shared, histogram, paperBits, byPapersRule);
  }

  /** Splits the space until few are expected, and judges what is crowded all the same. */
  private void descend(int from, int to) {
    if (to - from < ENOUGH) {
      return;
    }
    int depth = order.sharedBits(from, to);
    if (depth == order.bits() || Math.scalb((double) snapshot.size(), -depth) <= SPARSE) {
      judge(from, to);
      return;
    }
    int middle = order.split(from, to, depth);
    descend(from, middle);
    descend(middle, to);
  }

  private void judge(int from, int to) {
    applyPapersRule(from, to);
    int[] members = new int[to - from];
    for (int i = 0; i < members.length; i++) {
      members[i] = order.node(from + i);
    }
    EclipseSuspect found = new Crowd(book, snapshot, members).leastLikelyPart();
    if (found != null && found.pValue() < SIGNIFICANT) {
      suspects.add(found);
    }
  }

  private void applyPapersRule(int from, int to) {
    if (to - from < ENOUGH) {
      return;
    }
    int depth = order.sharedBits(from, to);
    if (depth >= Math.min(paperBits, order.bits())) {
      byPapersRule++;
      return;
    }
    int middle = order.split(from, to, depth);
    applyPapersRule(from, middle);
    applyPapersRule(middle, to);
  }
}
