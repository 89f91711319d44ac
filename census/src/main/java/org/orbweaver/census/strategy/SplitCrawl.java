package org.orbweaver.census.strategy;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Belief;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.CrawlStrategy;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

/**
 * Splider's Algorithm 1: on level <i>m</i> each node is asked for its own ID with bit <i>m</i>
 * reversed, and with bit <i>m</i> + 1 reversed; what it answers belongs to the same <i>m</i>-bit
 * subspace, so other subspaces hardly ever hear of it. The nodes met on a level are asked on the
 * next.
 *
 * <p>Where this differs from the paper's text:
 *
 * <ul>
 *   <li>Read literally, Algorithm 1 asks every node again on every level below its first, which
 *       cannot give the paper's own table I. Here each node is asked its two targets once, on the
 *       level after it was met.
 *   <li>All subspaces of a level are crawled together instead of one branch after the other. The
 *       questions are the same; it shows the growth per level that figure 2 shows.
 *   <li>MAX_LEVEL, 25 for 16.4 million nodes, follows the number of nodes known: its logarithm,
 *       rounded up, and one more.
 *   <li>A node's two targets are its two tries, so a silent one costs two packets.
 *   <li>The paper refills thin buckets from adjacent ones "until enough nodes are collected". Here
 *       a bucket with fewer than eight nodes where sixteen are usual gets two questions to nodes of
 *       its sibling.
 * </ul>
 */
public final class SplitCrawl implements CrawlStrategy {
  private static final int THIN = 8;
  private static final int USUAL = 2 * THIN;
  private static final byte REFILLS = 2;

  private final KnownNodes nodes;
  private final Prefix part;
  private final RandomGenerator random;

  private int level;

  /** The next node of this level to ask; from {@code levelEnd} on they belong to the next level. */
  private int cursor;

  private int levelEnd;
  private boolean secondTarget;

  /** While thin buckets are refilled: how many questions each bucket of this level still gets. */
  private byte[] refills = {};

  private int refillCursor;
  private boolean started;
  private int open;
  private int known;

  SplitCrawl(KnownNodes nodes, CensusOptions options, RandomGenerator random) {
    this.nodes = nodes;
    this.part = options.part();
    this.random = random;
  }

  /** The level being crawled: the bits that a subspace's nodes share. */
  public int level() {
    return level;
  }

  @Override
  public void discovered(int node) {
    known++;
    if (!started) {
      levelEnd = known; // the nodes we start with are asked on the first level
    }
  }

  @Override
  public @Nullable Question next() {
    started = true;
    Question question = levelQuestion();
    if (question == null) {
      question = refillQuestion();
    }
    while (question == null && open == 0 && nextStage()) {
      question = refills.length > 0 ? refillQuestion() : levelQuestion();
    }
    if (question != null) {
      open++;
    }
    return question;
  }

  private @Nullable Question levelQuestion() {
    while (cursor < levelEnd) {
      Key id = nodes.id(cursor);
      if (!leadsToPart(id)) {
        cursor++;
      } else if (secondTarget) {
        secondTarget = false;
        return new Question(cursor++, id.flip(level + 1));
      } else {
        secondTarget = true;
        return new Question(cursor, id.flip(level));
      }
    }
    return null;
  }

  private @Nullable Question refillQuestion() {
    while (refills.length > 0 && refillCursor < known) {
      int node = refillCursor++;
      int sibling = bucket(node) ^ 1;
      if (sibling < refills.length && refills[sibling] > 0 && nodes.hasAnswered(node)) {
        refills[sibling]--;
        return new Question(node, Prefix.of(nodes.id(node), level).sibling().randomKey(random));
      }
    }
    return null;
  }

  /** After a level's questions come its refills, then the next level; false when all is done. */
  private boolean nextStage() {
    if (refills.length == 0 && level > 0 && (long) USUAL << level <= known) {
      refills = thinBuckets();
      refillCursor = 0;
      return true;
    }
    if (level >= maxLevel()) {
      return false;
    }
    refills = new byte[0];
    level++;
    levelEnd = known;
    return true;
  }

  private byte[] thinBuckets() {
    int[] counts = new int[1 << level];
    for (int node = 0; node < known; node++) {
      counts[bucket(node)]++;
    }
    byte[] wanted = new byte[counts.length];
    for (int bucket = 0; bucket < counts.length; bucket++) {
      wanted[bucket] = counts[bucket] < THIN ? REFILLS : 0;
    }
    return wanted;
  }

  private int bucket(int node) {
    return (int) (nodes.idHigh(node) >>> 1 >>> (63 - level));
  }

  private boolean leadsToPart(Key id) {
    return id.commonPrefixLength(part.first()) >= Math.min(level, part.length());
  }

  private int maxLevel() {
    return Math.min(Key.BITS - 2, 33 - Integer.numberOfLeadingZeros(known) + part.length());
  }

  @Override
  public void answered(Question question, int[] listed, int count) {
    open--;
  }

  @Override
  public void silent(Question question) {
    open--;
  }

  @Override
  public Belief belief() {
    return Belief.NONE;
  }
}
