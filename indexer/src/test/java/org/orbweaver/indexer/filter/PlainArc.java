package org.orbweaver.indexer.filter;

import java.util.LinkedHashSet;
import java.util.Set;
import org.orbweaver.kademlia.Key;

/** ARC as its authors print it (figure 4 of their paper), with sets instead of arrays. */
final class PlainArc {
  private final Set<Key> t1 = new LinkedHashSet<>();
  private final Set<Key> t2 = new LinkedHashSet<>();
  private final Set<Key> b1 = new LinkedHashSet<>();
  private final Set<Key> b2 = new LinkedHashSet<>();
  private final int c;
  private double p;

  PlainArc(int c) {
    this.c = c;
  }

  boolean request(Key x) {
    if (t1.remove(x) || t2.remove(x)) {
      t2.add(x);
      return true;
    }
    if (b1.contains(x)) {
      p = Math.min(c, p + Math.max(1, (double) b2.size() / b1.size()));
      replace(false);
      b1.remove(x);
      t2.add(x);
    } else if (b2.contains(x)) {
      p = Math.max(0, p - Math.max(1, (double) b1.size() / b2.size()));
      replace(true);
      b2.remove(x);
      t2.add(x);
    } else {
      miss();
      t1.add(x);
    }
    return false;
  }

  private void miss() {
    int total = t1.size() + t2.size() + b1.size() + b2.size();
    if (t1.size() + b1.size() == c) {
      if (t1.size() < c) {
        takeOldest(b1);
        replace(false);
      } else {
        takeOldest(t1);
      }
    } else if (total >= c) {
      if (total == 2 * c) {
        takeOldest(b2);
      }
      replace(false);
    }
  }

  private void replace(boolean inB2) {
    if (!t1.isEmpty() && (t1.size() > p || (inB2 && t1.size() == (int) p))) {
      b1.add(takeOldest(t1));
    } else {
      b2.add(takeOldest(t2));
    }
  }

  private static Key takeOldest(Set<Key> set) {
    Key oldest = set.iterator().next();
    set.remove(oldest);
    return oldest;
  }

  int[] sizes() {
    return new int[] {t1.size(), t2.size(), b1.size(), b2.size()};
  }
}
