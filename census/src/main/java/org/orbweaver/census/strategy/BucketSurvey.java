package org.orbweaver.census.strategy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Belief;
import org.orbweaver.census.CrawlStrategy;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Key;

/**
 * Asks a sample of nodes for every k-bucket they have, which shows how full buckets are by depth:
 * Splider's figure 3. The nodes known at the start are the sample; those they tell of are not
 * asked.
 *
 * <p>Bucket <i>m</i> of a node holds contacts that share exactly <i>m</i> bits with it, so asked
 * for its own ID with bit <i>m</i> reversed it lists that bucket first, then deeper ones. It has
 * been asked for all when neither this bucket nor a deeper one has anybody.
 */
public final class BucketSurvey implements CrawlStrategy {
  private static final int TRIES = 2;

  /**
   * The tables of those asked at one depth.
   *
   * @param tables how many nodes told of this bucket
   * @param contacts how many there were in all of them
   * @param full how many of the buckets had eight
   */
  public record Depth(int depth, int tables, int contacts, int full) {
    static final int BUCKET = 8;

    Depth plus(int found) {
      return new Depth(depth, tables + 1, contacts + found, full + (found >= BUCKET ? 1 : 0));
    }

    /** The mean over all buckets, empty ones too. */
    public double mean() {
      return tables == 0 ? 0 : (double) contacts / tables;
    }
  }

  private final KnownNodes nodes;
  private final int sample;

  /** Nodes of the sample that wait to be asked: each is in it once at most. */
  private final IntQueue ready = new IntQueue();

  private final int[] depths;
  private final byte[] silences;
  private final List<Depth> found = new ArrayList<>();
  private int answering;

  /**
   * @param sample how many nodes will be known before the first question
   */
  public BucketSurvey(KnownNodes nodes, int sample) {
    this.nodes = nodes;
    this.sample = sample;
    depths = new int[sample];
    silences = new byte[sample];
  }

  @Override
  public void discovered(int node) {
    if (node < sample) {
      ready.add(node);
    }
  }

  @Override
  public @Nullable Question next() {
    if (ready.isEmpty()) {
      return null;
    }
    int node = ready.remove();
    return new Question(node, nodes.id(node).flip(depths[node]));
  }

  @Override
  public void answered(Question question, int[] listed, int count) {
    int node = question.node();
    int depth = depths[node]++;
    silences[node] = 0;
    Key id = nodes.id(node);
    int here = 0;
    int deeper = 0;
    for (int i = 0; i < count; i++) {
      int shared = id.commonPrefixLength(nodes.id(listed[i]));
      here += shared == depth ? 1 : 0;
      deeper += shared > depth ? 1 : 0;
    }
    answering += depth == 0 ? 1 : 0;
    enter(depth, here);
    if (here + deeper > 0 && depth + 1 < Key.BITS) {
      ready.add(node);
    }
  }

  private void enter(int depth, int contacts) {
    while (found.size() <= depth) {
      found.add(new Depth(found.size(), 0, 0, 0));
    }
    found.set(depth, found.get(depth).plus(contacts));
  }

  @Override
  public void silent(Question question) {
    int node = question.node();
    if (++silences[node] < TRIES) {
      ready.add(node);
    }
  }

  @Override
  public Belief belief() {
    return Belief.NONE;
  }

  /** How many of the sample answered. */
  public int answering() {
    return answering;
  }

  public List<Depth> depths() {
    return List.copyOf(found);
  }
}
