package org.orbweaver.indexer.pipeline;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.wire.PacketHandler;

/** A Mainline node and the pipeline that lives off it, driven as one. */
public final class IndexingNode implements PacketHandler {
  private final MainlineNode node;
  private final IndexingPipeline pipeline;
  private long pipelineWakeUp = Long.MIN_VALUE;

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
    return pipeline.isStirred() ? now : Math.min(wakeUp, pipelineWakeUp);
  }

  @Override
  public long onTick(long now) {
    long wakeUp = node.onTick(now);
    if (pipeline.isStirred() || now >= pipelineWakeUp) {
      pipelineWakeUp = pipeline.onTick(now);
    }
    return pipeline.isStirred() ? now : Math.min(wakeUp, pipelineWakeUp);
  }
}
