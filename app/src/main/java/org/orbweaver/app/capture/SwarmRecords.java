package org.orbweaver.app.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;

/** The records of tasks that brought something, page by page, from many peers at once. */
public final class SwarmRecords {
  /** Takes what peers list, on several threads. */
  public interface Sink {
    void add(Entry record);

    /** Nothing more is wanted. */
    boolean isFull();
  }

  private final SwarmAccess swarm;

  public SwarmRecords(SwarmAccess swarm) {
    this.swarm = swarm;
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
    while (!found.isFull()) {
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
      from = next;
    }
    return false;
  }
}
