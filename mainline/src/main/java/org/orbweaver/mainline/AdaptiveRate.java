package org.orbweaver.mainline;

import java.time.Duration;
import org.orbweaver.kademlia.Endpoint;

/**
 * How many queries a second the network bears: as many as allowed while answers come, fewer when
 * they get lost. Somebody's home router, whose table of connections is full, shows so; nothing else
 * would tell us.
 *
 * <p>Most contacts in the wild are dead, so silence alone says nothing. Counted are only those who
 * answered us a few minutes ago. If more than one in five of them fall silent, the rate is cut by a
 * third; else it grows by a quarter every two seconds, from a quarter of what is allowed.
 */
final class AdaptiveRate {
  private static final long WINDOW = Duration.ofSeconds(2).toNanos();

  /** Silence is certain only after ten seconds: so long the last cut has not shown its effect. */
  private static final long AFTER_A_CUT = Duration.ofSeconds(12).toNanos();

  private static final long GENERATION = Duration.ofMinutes(4).toNanos();
  private static final int BITS = 1 << 20;
  private static final int ENOUGH = 20;
  private static final double TOO_MANY_LOST = 0.2;

  /** When a third are lost, silence is no news of a node; a few of twenty may be chance. */
  private static final double HEAVY_LOSS = 1.0 / 3;

  private static final int CERTAIN = 60;
  private static final long SOON = Duration.ofSeconds(20).toNanos();
  private static final double GROWTH = 1.25;
  private static final double CUT = 0.67;
  private static final int FIRST_SHARE = 4;
  private static final int LEAST_SHARE = 20;

  private final int most;
  private double rate;
  private long[] answered = new long[BITS / Long.SIZE];
  private long[] answeredBefore = new long[BITS / Long.SIZE];
  private long generationEnds;
  private long windowEnds;
  private long noCutBefore = Long.MIN_VALUE;
  private int heard;
  private int lost;
  private final int[] heardBefore = new int[5];
  private int window;
  private long judgeBy;
  private int judged;
  private int judgedLost;
  private boolean losing;

  AdaptiveRate(long now, int most) {
    this.most = most;
    this.rate = Math.max(1, most / FIRST_SHARE);
    this.windowEnds = now + WINDOW;
    this.generationEnds = now + GENERATION;
    this.judgeBy = now + SOON;
  }

  int perSecond() {
    return (int) rate;
  }

  /** Whether so many of those who answered lately do not that silence says nothing of a node. */
  boolean isLosing() {
    return losing;
  }

  void answered(Endpoint node) {
    int bit = bit(node);
    heard += hasAnswered(bit) ? 1 : 0;
    answered[bit >>> 6] |= 1L << bit;
  }

  void silent(Endpoint node) {
    int bit = bit(node);
    if (hasAnswered(bit)) {
      lost++;
      // Gone for good, perhaps: it is not counted twice.
      answered[bit >>> 6] &= ~(1L << bit);
      answeredBefore[bit >>> 6] &= ~(1L << bit);
    }
  }

  private boolean hasAnswered(int bit) {
    return ((answered[bit >>> 6] | answeredBefore[bit >>> 6]) & 1L << bit) != 0;
  }

  /** Whether the rate has changed. */
  boolean onTick(long now) {
    if (now < windowEnds) {
      return false;
    }
    windowEnds = now + WINDOW;
    if (now >= generationEnds) {
      generationEnds = now + GENERATION;
      answeredBefore = answered;
      answered = new long[BITS / Long.SIZE];
    }
    double before = rate;
    boolean knows = heard + lost >= ENOUGH;
    judge(now);
    if (knows && lost > TOO_MANY_LOST * (heard + lost)) {
      if (now >= noCutBefore) {
        rate = Math.max(Math.max(1, most / LEAST_SHARE), rate * CUT);
        noCutBefore = now + AFTER_A_CUT;
      }
    } else if (knows || rate < most / (double) FIRST_SHARE) {
      rate = Math.min(most, rate * GROWTH);
    }
    heard = 0;
    lost = 0;
    return rate != before;
  }

  /**
   * By so many as make it certain, if they come soon: who is asked on a quiet day is in trouble.
   * Silence is known ten seconds later than an answer, so it is held against the answers of then:
   * after a burst of questions there is nothing but silence.
   */
  private void judge(long now) {
    judged += heardBefore[window] + lost;
    judgedLost += lost;
    heardBefore[window] = heard;
    window = (window + 1) % heardBefore.length;
    if (judged >= CERTAIN || now >= judgeBy) {
      losing = judged >= CERTAIN && judgedLost > HEAVY_LOSS * judged;
      judged = 0;
      judgedLost = 0;
      judgeBy = now + SOON;
    }
  }

  private static int bit(Endpoint node) {
    long mixed = (node.low() ^ node.high() ^ (long) node.port() << 40) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 44);
  }
}
