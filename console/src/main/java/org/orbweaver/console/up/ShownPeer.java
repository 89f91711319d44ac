package org.orbweaver.console.up;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.PeerAnswer;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.swarm.RunningPeer;
import org.orbweaver.app.task.TaskLog;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.search.WordSearch;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.CrawlId;

/** A running peer as the console sees it. */
public record ShownPeer(RunningPeer peer, Planner planner) implements House.Peer {
  /** Makes a crawl's plan of what a person typed. */
  public interface Planner {
    CrawlPlan plan(List<String> seeds, int depth);
  }

  @Override
  public PeerStatus status() {
    return peer.status();
  }

  @Override
  public List<CaptureSource> archive(@Nullable CaptureSource own) throws IOException {
    return peer.archive(own);
  }

  @Override
  public AccessRules access() {
    return peer.access();
  }

  @Override
  public void readRulesAgain() throws IOException {
    peer.readRulesAgain();
  }

  @Override
  public WordSearch search() {
    return peer.search();
  }

  @Override
  public SwarmTrust trust() {
    return SwarmTrust.of(peer.trust().look());
  }

  @Override
  public SwarmTrust standings() {
    return SwarmTrust.of(peer.trust().standings());
  }

  @Override
  public String begin(List<String> seeds, int depth) {
    return peer.crawls().begin(planner.plan(seeds, depth), PeerOrders.PATIENCE).toString();
  }

  @Override
  public void stop(String crawl) throws InterruptedException {
    peer.crawls().stop(CrawlId.parse(crawl), PeerOrders.PATIENCE);
  }

  @Override
  public void rest(String crawl, boolean rests) throws InterruptedException {
    peer.crawls().rest(CrawlId.parse(crawl), rests, PeerOrders.PATIENCE);
  }

  @Override
  public List<PeerAnswer.FailedTask> failed(int most) {
    return peer.failed(most);
  }

  @Override
  public List<TaskLog.Run> log() {
    return peer.log();
  }
}
