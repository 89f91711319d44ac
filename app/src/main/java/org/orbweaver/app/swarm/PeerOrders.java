package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.capture.CrawlExport;
import org.orbweaver.app.trust.MeantPeer;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.udp.MonotonicClock;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Carries out what a running peer is asked for, a line of JSON each. */
public final class PeerOrders implements UnaryOperator<String> {
  /** For what takes place on other peers' disks, too. */
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  private final RunningPeer peer;

  public PeerOrders(RunningPeer peer) {
    this.peer = peer;
  }

  /** Since 1970, as crawls count. */
  public static long seconds() {
    return MonotonicClock.now() / 1_000_000_000;
  }

  @Override
  public String apply(String line) {
    return JsonMapper.shared().writeValueAsString(answer(line));
  }

  private PeerAnswer answer(String line) {
    try {
      PeerOrder order = JsonMapper.shared().readValue(line, PeerOrder.class);
      List<PeerAnswer.FailedTask> failed = carryOut(order);
      boolean asksForTrust =
          order instanceof PeerOrder.Trust
              || order instanceof PeerOrder.Decide
              || order instanceof PeerOrder.Evidence
              || order instanceof PeerOrder.OtherVersion;
      SwarmTrust trust = asksForTrust ? SwarmTrust.of(peer.trust().look()) : null;
      CrawlExport.Report export =
          order instanceof PeerOrder.Export(String crawl, String into)
              ? peer.export(CrawlId.parse(crawl), Path.of(into))
              : null;
      PeerAnswer.Collected collected =
          order instanceof PeerOrder.Collect(String crawl, String scheme, String into)
              ? peer.collect(CrawlId.parse(crawl), scheme, Path.of(into))
              : null;
      String invitation =
          order instanceof PeerOrder.Invite(boolean named)
              ? peer.invitation(named).toString()
              : null;
      return new PeerAnswer(null, peer.status(), failed, trust, export, collected, invitation);
    } catch (JacksonException e) {
      return PeerAnswer.problem("this is no order: " + e.getOriginalMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return PeerAnswer.problem("interrupted");
    } catch (IOException | RuntimeException e) {
      return PeerAnswer.problem(Sentence.of(e));
    }
  }

  private List<PeerAnswer.FailedTask> carryOut(PeerOrder order)
      throws IOException, InterruptedException {
    switch (order) {
      case PeerOrder.Status _,
          PeerOrder.Trust _,
          PeerOrder.Export _,
          PeerOrder.Collect _,
          PeerOrder.Invite _ -> {}
      case PeerOrder.Evidence(String whom, String into) ->
          peer.trust().evidence(MeantPeer.in(peer.trust().standings(), whom), Path.of(into));
      case PeerOrder.OtherVersion(String uri, String into) ->
          peer.trust().otherVersion(uri, Path.of(into));
      case PeerOrder.Decide(String whom, PeerOrder.Decision decision) ->
          peer.trust().decide(MeantPeer.in(peer.trust().standings(), whom), decision);
      case PeerOrder.Seed seed ->
          peer.crawls()
              .begin(
                  seed.plan(seconds()).stoppableBy(peer.crawls().keysOf(seed.mayStop())), PATIENCE);
      case PeerOrder.TakeDown(String crawl, String address, String because) ->
          peer.crawls().takeDown(CrawlId.parse(crawl), address, because, PATIENCE);
      case PeerOrder.Stop(String crawl) -> peer.crawls().stop(CrawlId.parse(crawl), PATIENCE);
      case PeerOrder.Rest(String crawl, boolean rests) ->
          peer.crawls().rest(CrawlId.parse(crawl), rests, PATIENCE);
      case PeerOrder.Get(String uri, String crawl, String into) ->
          peer.bring(
              uri,
              crawl == null ? peer.crawls().numbers() : List.of(CrawlId.parse(crawl)),
              Path.of(into));
      case PeerOrder.Failed(int most) -> {
        return peer.failed(most);
      }
    }
    return List.of();
  }

  /** Asks the peer that runs on that directory. */
  public static PeerAnswer ask(Path data, PeerOrder order) throws IOException {
    String line = JsonMapper.shared().writerFor(PeerOrder.class).writeValueAsString(order);
    PeerAnswer answer =
        JsonMapper.shared().readValue(ControlSocket.ask(data, line), PeerAnswer.class);
    if (answer.problem() != null) {
      throw new IOException(answer.problem());
    }
    return answer;
  }
}
