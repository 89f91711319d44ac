package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.NodeMetrics;
import org.orbweaver.wire.PacketHandler;

/**
 * A Mainline node and the pipeline that lives off it, driven as one. The pipeline starts when the
 * node has found its way in: before that every lookup would say that there are no peers.
 */
public final class IndexingNode implements PacketHandler {
  private static final int MANY_CONTACTS = 64;
  private static final long JOINING_STEP = Duration.ofMillis(100).toNanos();

  /** Many homes look each their neighbours up, one after the other, for minutes. */
  private static final long USUAL_JOINING = Duration.ofSeconds(5).toNanos();

  private static final long LONGEST_JOINING = Duration.ofSeconds(20).toNanos();

  private final MainlineNode node;
  private final IndexingPipeline pipeline;
  private long pipelineWakeUp = Long.MIN_VALUE;
  private long firstTick = Long.MIN_VALUE;
  private boolean joined;

  public IndexingNode(MainlineNode node, IndexingPipeline pipeline) {
    this.node = node;
    this.pipeline = pipeline;
  }

  public MainlineNode node() {
    return node;
  }

  public IndexingPipeline pipeline() {
    return pipeline;
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    long wakeUp = node.onPacket(now, local, from, packet, length);
    return joined && pipeline.isStirred() ? now : Math.min(wakeUp, pipelineWakeUp);
  }

  @Override
  public long onTick(long now) {
    long wakeUp = node.onTick(now);
    if (!pipeline.isStopping() && !isJoined(now)) {
      return Math.min(wakeUp, pipelineWakeUp);
    }
    if (pipeline.isStirred() || now >= pipelineWakeUp) {
      pipelineWakeUp = pipeline.onTick(now);
    }
    return pipeline.isStirred() ? now : Math.min(wakeUp, pipelineWakeUp);
  }

  private boolean isJoined(long now) {
    if (!joined) {
      firstTick = firstTick == Long.MIN_VALUE ? now : firstTick;
      pipelineWakeUp = now + JOINING_STEP;
      NodeMetrics.Sizes sizes = node.metrics().sizes();
      int contacts = sizes.ipv4Contacts() + sizes.ipv6Contacts();
      long waited = now - firstTick;
      joined =
          contacts >= MANY_CONTACTS && (sizes.runningLookups() == 0 || waited > USUAL_JOINING)
              || contacts > 0 && waited > LONGEST_JOINING;
    }
    return joined;
  }
}
