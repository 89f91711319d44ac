package org.orbweaver.app.swarm;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.crawl.CrawlPlan;

/**
 * What may be asked of a running peer, as JSON: {@code {"order": "stop", "crawl": "01ab…"}}. The
 * answer is a {@link PeerAnswer}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
  @JsonSubTypes.Type(value = PeerOrder.Status.class, name = "status"),
  @JsonSubTypes.Type(value = PeerOrder.Seed.class, name = "seed"),
  @JsonSubTypes.Type(value = PeerOrder.Stop.class, name = "stop"),
  @JsonSubTypes.Type(value = PeerOrder.Rest.class, name = "rest"),
  @JsonSubTypes.Type(value = PeerOrder.Get.class, name = "get"),
  @JsonSubTypes.Type(value = PeerOrder.Export.class, name = "export"),
  @JsonSubTypes.Type(value = PeerOrder.Collect.class, name = "collect"),
  @JsonSubTypes.Type(value = PeerOrder.TakeDown.class, name = "take-down"),
  @JsonSubTypes.Type(value = PeerOrder.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = PeerOrder.Trust.class, name = "trust"),
  @JsonSubTypes.Type(value = PeerOrder.Evidence.class, name = "evidence"),
  @JsonSubTypes.Type(value = PeerOrder.OtherVersion.class, name = "other-version"),
  @JsonSubTypes.Type(value = PeerOrder.Decide.class, name = "decide"),
  @JsonSubTypes.Type(value = PeerOrder.Invite.class, name = "invite")
})
public sealed interface PeerOrder {
  /** How is it doing? */
  record Status() implements PeerOrder {}

  /**
   * Begin a crawl.
   *
   * @param seeds in their canonical form
   * @param seconds after which it ends; 0 for never
   * @param every after how many seconds all of it is visited again; 0 for never
   * @param terms what only one kind of task understands, see {@link CrawlPlan#terms}
   * @param mayStop peers that may stop it besides this one: addresses, keys, or "all" that live
   */
  record Seed(
      List<String> seeds,
      int depth,
      long seconds,
      long every,
      Map<String, String> terms,
      List<String> mayStop)
      implements PeerOrder {
    /** Of a crawl that visits each page once, and that nobody else may stop. */
    public Seed(List<String> seeds, int depth, long seconds, Map<String, String> terms) {
      this(seeds, depth, seconds, CrawlPlan.ONCE, terms, List.of());
    }

    CrawlPlan plan(long now) {
      long until = seconds == 0 ? CrawlPlan.FOR_EVER : now + seconds;
      return new CrawlPlan(now, depth, until, every, seeds, terms);
    }
  }

  /** Bring all that the swarm keeps of a crawl into a directory, as WARC files. */
  record Export(String crawl, String into) implements PeerOrder {}

  /**
   * Bring what a crawl's tasks of one kind brought, other than pages, into a directory.
   *
   * @param scheme of their URIs
   */
  record Collect(String crawl, String scheme, String into) implements PeerOrder {}

  /**
   * Have all peers show no more of an address what a crawl of this peer captured of it.
   *
   * @param address or the beginning of some, with a star behind
   * @param because why; null to lift it
   */
  record TakeDown(String crawl, String address, @Nullable String because) implements PeerOrder {}

  /** Stop a crawl that this peer has begun, or was named for. */
  record Stop(String crawl) implements PeerOrder {}

  /** Have a crawl that this peer has begun rest, or go on. */
  record Rest(String crawl, boolean rests) implements PeerOrder {}

  /**
   * Bring what the swarm keeps of a page into a file.
   *
   * @param crawl that fetched it; null for any that this peer knows
   */
  record Get(String uri, @Nullable String crawl, String into) implements PeerOrder {}

  /** Which tasks could not be done, of those this peer keeps the records of? */
  record Failed(int most) implements PeerOrder {}

  /** Who contributes, who does not, and what follows? */
  record Trust() implements PeerOrder {}

  /**
   * Make a link by which others can join.
   *
   * @param named whether it says the swarm's name
   */
  record Invite(boolean named) implements PeerOrder {}

  /** Write the proof that a peer lied into a file. */
  record Evidence(String peer, String into) implements PeerOrder {}

  /** Write what others were served at a disputed address into a file. */
  record OtherVersion(String uri, String into) implements PeerOrder {}

  /** Answer a peer whatever others say, or never, or as the rules have it. */
  record Decide(String peer, Decision decision) implements PeerOrder {}

  /** By hand. */
  enum Decision {
    PIN,
    BAN,
    BY_RULE
  }
}
