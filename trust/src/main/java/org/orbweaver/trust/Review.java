package org.orbweaver.trust;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.trust.Statement.Commitment;

/**
 * The second look at all that a doubted peer brought, some thousand captures a period: first the
 * periods in which somebody contradicted it, then the newest.
 */
final class Review {
  /** So many are looked at again in one period. */
  private static final int AT_ONCE = 1 << 12;

  /** Some captures of one period, from the first to before the last. */
  record Part(Period work, int from, int to) {}

  private final Deque<Part> left = new ArrayDeque<>();
  private @Nullable Period ended;

  /**
   * @param after what was looked at before is not again; null for nothing
   * @param suspicious periods in which its work was contradicted
   */
  Review(Book book, @Nullable Period after, Period until, Set<Period> suspicious) {
    List<Period> works = new ArrayList<>();
    for (Period each : book.periods()) {
      boolean counts =
          each.compareTo(until) < 0
              && until.since(each) < Period.TESTIMONY_LASTS
              && (after == null || each.compareTo(after) > 0);
      if (counts) {
        works.add(each);
      }
    }
    works.sort(
        Comparator.comparing((Period each) -> !suspicious.contains(each))
            .thenComparing(Comparator.reverseOrder()));
    for (Period work : works) {
      Signed<Commitment> commitment = book.commitment(work);
      if (commitment != null && commitment.says().captures() > 0) {
        left.add(new Part(work, 0, commitment.says().captures()));
      }
    }
  }

  /** What is looked at in this period. */
  List<Part> next(Period now) {
    List<Part> parts = new ArrayList<>();
    int room = AT_ONCE;
    while (room > 0 && !left.isEmpty()) {
      Part part = left.poll();
      int to = Math.min(part.to, part.from + room);
      parts.add(new Part(part.work, part.from, to));
      room -= to - part.from;
      if (to < part.to) {
        left.push(new Part(part.work, to, part.to));
      }
    }
    if (left.isEmpty() && ended == null) {
      ended = now;
    }
    return parts;
  }

  /** The period in which the last of it was drawn; null as long as some is left. */
  @Nullable Period ended() {
    return ended;
  }
}
