package org.orbweaver.app.capture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;

/**
 * The records of tasks that brought something, page by page, from many peers at once. A peer that
 * says little in its answers and always promises more would hold up all who ask: after a while it
 * is left, as one that has not said all.
 */
public final class SwarmRecords {
  /** For one address or host, which somebody waits to see. */
  private static final Duration FOR_A_HOST = Duration.ofSeconds(20);

  /** For all that a peer has: millions of entries, 256 of them an answer. */
  private static final Duration FOR_EVERYTHING = Duration.ofMinutes(10);

  /** Takes what peers list, on several threads. */
  public interface Sink {
    void add(Entry record);

    /** Nothing more is wanted. */
    boolean isFull();
  }

  private final SwarmAccess swarm;
  private final LongSupplier nanos;

  public SwarmRecords(SwarmAccess swarm) {
    this(swarm, System::nanoTime);
  }

  SwarmRecords(SwarmAccess swarm, LongSupplier nanos) {
    this.swarm = swarm;
    this.nanos = nanos;
  }

  private static Duration patience(RpcMessage.ListResults asked) {
    return asked.from().key().high() == asked.to().key().high() ? FOR_A_HOST : FOR_EVERYTHING;
  }

  /** The question for all that a peer has of a crawl. */
  public static RpcMessage.ListResults everything(CrawlId crawl) {
    EntryId last = new EntryId(new Key(-1, -1, -1), Long.MAX_VALUE);
    return new RpcMessage.ListResults(EntryId.FIRST, last, crawl);
  }

  /** Asks each for all that it has; returns how many said all. */
  public int ask(List<Endpoint> peers, RpcMessage.ListResults asked, Sink found) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> answers = new ArrayList<>();
      for (Endpoint peer : peers) {
        answers.add(threads.submit(() -> all(peer, asked, found)));
      }
      int answered = 0;
      for (Future<Boolean> answer : answers) {
        answered += answer.get() ? 1 : 0;
      }
      return answered;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the swarm could not be asked", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private boolean all(Endpoint peer, RpcMessage.ListResults asked, Sink found) {
    EntryId from = asked.from();
    long began = nanos.getAsLong();
    long patience = patience(asked).toNanos();
    while (!found.isFull() && nanos.getAsLong() - began < patience) {
      RpcMessage.Results some =
          swarm.list(peer, new RpcMessage.ListResults(from, asked.to(), asked.crawl()));
      if (some == null) {
        return false;
      }
      some.records().forEach(found::add);
      if (some.next().isEmpty()) {
        return true;
      }
      EntryId next = some.next().getFirst();
      if (next.compareTo(from) <= 0) {
        return false; // somebody's joke
      }
      if (next.compareTo(asked.to()) > 0) {
        return true;
      }
      from = next;
    }
    return false;
  }
}
