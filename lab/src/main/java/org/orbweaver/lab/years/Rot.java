package org.orbweaver.lab.years;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.orbweaver.overlay.keep.AuditCalendar;

/**
 * Copies that rot unseen, found by audits alone: the daily reading back, which would find each
 * within a day or two, is left out. A peer that audits reads its own copy as well.
 */
final class Rot {
  private static final double MONTH_HOURS = 30 * 24;

  private record Copy(int block, int holder) {}

  private final MortalPeers crowd;
  private final KeptBlocks blocks;
  private final long auditNanos;
  private final double perHour;
  private final int blockCount;
  private final SplittableRandom random;
  private final Map<Copy, Double> rotten = new LinkedHashMap<>();
  private final Map<Integer, AuditCalendar> calendars = new HashMap<>();
  private long slot = -1;
  private long happened;
  private long found;
  private long leftWithPeer;
  private double foundHours;

  Rot(MortalPeers crowd, KeptBlocks blocks, YearsOptions options, long auditNanos) {
    this.crowd = crowd;
    this.blocks = blocks;
    this.auditNanos = auditNanos;
    this.blockCount = options.blocks();
    this.perHour = options.rotPerMonth() * options.blocks() / MONTH_HOURS;
    this.random = new SplittableRandom(options.seed() + 2);
  }

  /**
   * @param grows whether more copies rot
   */
  void pass(double hour, boolean grows) {
    for (Copy copy : List.copyOf(rotten.keySet())) {
      if (!blocks.holders(copy.block()).contains(copy.holder())) {
        rotten.remove(copy);
        leftWithPeer++;
      }
    }
    double due = grows ? perHour : 0;
    int count = (int) due + (random.nextDouble() < due - (int) due ? 1 : 0);
    for (int i = 0; i < count; i++) {
      int block = random.nextInt(blockCount);
      List<Integer> holders = new ArrayList<>(blocks.holders(block));
      if (!holders.isEmpty()) {
        int holder = holders.get(random.nextInt(holders.size()));
        if (rotten.putIfAbsent(new Copy(block, holder), hour) == null) {
          happened++;
        }
      }
    }
    audit(hour);
  }

  private void audit(double hour) {
    long now = (long) (hour * MortalPeers.HOUR);
    long current = calendar(0).slot(now);
    if (current == slot) {
      return;
    }
    slot = current;
    for (Map.Entry<Copy, Double> each : List.copyOf(rotten.entrySet())) {
      if (isRead(each.getKey(), now)) {
        rotten.remove(each.getKey());
        found++;
        foundHours += hour - each.getValue();
        blocks.lose(each.getKey().block(), each.getKey().holder());
        blocks.settle(each.getKey().block());
      }
    }
  }

  /** Whether somebody who is up comes to this copy in this slot. */
  private boolean isRead(Copy copy, long now) {
    int[] placed = blocks.placed(copy.block());
    if (!crowd.isUp(copy.holder())) {
      return false;
    }
    for (int mine = 0; mine < placed.length; mine++) {
      AuditCalendar calendar = calendar(placed[mine]);
      boolean due =
          crowd.isUp(placed[mine])
              && calendar.range(slot) == calendar.rangeOf(blocks.key(copy.block()));
      int asked = AuditCalendar.asked(mine, placed.length, calendar.period(now));
      if (due && (placed[mine] == copy.holder() || placed[asked] == copy.holder())) {
        return true;
      }
    }
    return false;
  }

  private AuditCalendar calendar(int peer) {
    return calendars.computeIfAbsent(
        peer, it -> new AuditCalendar(auditNanos, period -> 31L * peer + period));
  }

  /** Rotten copies that stayed where somebody could come to them. */
  long happened() {
    return happened - leftWithPeer;
  }

  long found() {
    return found;
  }

  /** Their peers left, or let go of them, first. */
  long leftWithPeer() {
    return leftWithPeer;
  }

  /**
   * Rotten copies that are still there, at peers that have handed their share over to others and
   * wait until these have it: nobody asks them.
   */
  long unasked() {
    return rotten.keySet().stream().filter(copy -> !isHolder(copy)).count();
  }

  private boolean isHolder(Copy copy) {
    return Arrays.stream(blocks.placed(copy.block())).anyMatch(each -> each == copy.holder());
  }

  boolean isOpen() {
    return !rotten.isEmpty();
  }

  double meanDays() {
    return found == 0 ? 0 : foundHours / found / 24;
  }
}
