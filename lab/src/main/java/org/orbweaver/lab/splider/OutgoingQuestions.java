package org.orbweaver.lab.splider;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.Question;
import org.orbweaver.wire.PerAddressLimit;

/**
 * What is on its way from the crawler, and the crawler's clock. The clock moves by slots, one
 * packet each; a slot stays empty if all that is left must wait for its address' turn. No more than
 * the window's questions wait or are open at a time.
 */
final class OutgoingQuestions {
  /** More than are ever sent to within the second that a limit looks back. */
  private static final int ADDRESSES = 1 << 20;

  private final CensusCrawl crawl;
  private final Conditions conditions;
  private final long start;
  private final @Nullable PerAddressLimit limit;
  private final Queue<Sent> waiting = new ArrayDeque<>();
  private final Queue<Sent> open = new ArrayDeque<>();
  private long emptySlots;

  /** A question and how often it was sent. */
  record Sent(Question question, int tries) {}

  OutgoingQuestions(CensusCrawl crawl, Conditions conditions, long start, long seed) {
    this.crawl = crawl;
    this.start = start;
    this.conditions = conditions;
    limit =
        conditions.rateLimits()
            ? new PerAddressLimit(
                PerAddressLimit.DEFAULT_RATE,
                PerAddressLimit.DEFAULT_BURST,
                ADDRESSES,
                new SplittableRandom(seed))
            : null;
  }

  long now() {
    long slots = crawl.packets() + emptySlots;
    return start + slots * (1_000_000_000L / conditions.packetsPerSecond());
  }

  /**
   * Sends what the window allows; false if nothing is open, nothing waits and nothing is to ask.
   */
  boolean send() {
    sendWaiting();
    while (open.size() + waiting.size() < conditions.window()) {
      Question question = crawl.next();
      if (question == null) {
        break;
      }
      post(new Sent(question, 1));
    }
    return !open.isEmpty() || !waiting.isEmpty();
  }

  private void sendWaiting() {
    for (int i = waiting.size(); i > 0; i--) {
      post(waiting.remove());
    }
  }

  private void post(Sent sent) {
    boolean mayGo =
        limit == null || limit.tryTake(now(), crawl.nodes().endpoint(sent.question().node()));
    (mayGo ? open : waiting).add(sent);
  }

  /** The question that has been open longest; null, and time passes, if all wait for their turn. */
  @Nullable Sent oldest() {
    Sent oldest = open.poll();
    if (oldest == null) {
      emptySlots++;
    }
    return oldest;
  }

  /** Sends the question once more, unless that was its last try. */
  boolean tryAgain(Sent sent) {
    if (sent.tries() >= conditions.tries()) {
      return false;
    }
    crawl.askedAgain(sent.question());
    post(new Sent(sent.question(), sent.tries() + 1));
    return true;
  }
}
