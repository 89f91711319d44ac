package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Task;

/**
 * What has come of tasks, today and in earlier rounds, listed by who keeps it: the captures of an
 * address, of a host, of a whole crawl. An answer reads a bounded part of the disk, and says where
 * to go on.
 */
final class ResultListing {
  private static final Rpc.Patience PATIENCE = new Rpc.Patience(1_500_000_000L, 2);
  private static final int MOST_READ = 256;
  private static final int MOST_BYTES = 64 << 10;

  /** Whether a record counts that a peer shows. */
  interface Credible {
    boolean isTrue(long now, Endpoint from, Entry record);
  }

  private final Disk disk;
  private final Rpc post;
  private final CrawlCalendar calendar;
  private final Credible credible;
  private final ValueLookup.Refusals refusals;

  ResultListing(
      Disk disk,
      Rpc post,
      CrawlCalendar calendar,
      Credible credible,
      ValueLookup.Refusals refusals) {
    this.calendar = calendar;
    this.disk = disk;
    this.post = post;
    this.credible = credible;
    this.refusals = refusals;
  }

  /** What is asked for, of what is here. */
  RpcMessage.Results answer(RpcMessage.ListResults asked) {
    List<Entry> records = new ArrayList<>();
    int bytes = 0;
    List<Entry> chunk = disk.from(asked.from(), MOST_READ);
    for (Entry entry : chunk) {
      if (entry.id().compareTo(asked.to()) > 0) {
        return new RpcMessage.Results(records, List.of());
      }
      Entry record = record(entry);
      Task task = record == null ? null : Task.of(record);
      if (record != null && task != null && asked.wants(entry.id(), task.crawl())) {
        records.add(record);
        bytes += record.body().length;
      }
      if (bytes >= MOST_BYTES) {
        return new RpcMessage.Results(records, List.of(entry.id().next()));
      }
    }
    boolean all = chunk.size() < MOST_READ;
    return new RpcMessage.Results(records, all ? List.of() : List.of(chunk.getLast().id().next()));
  }

  /** The record that an entry tells of, if its task brought something; else null. */
  private static @Nullable Entry record(Entry entry) {
    Task task = Task.of(entry);
    if (task == null) {
      return PastResult.record(entry);
    }
    RoundOutcome outcome = RoundOutcome.of(task, entry);
    return outcome == null || Result.read(outcome.result()).pieces().isEmpty()
        ? null
        : outcome.record(task);
  }

  /**
   * Asks a peer; tells null if it does not answer. What it makes up is left out, which can be told
   * only once it is known when the crawl began.
   */
  void ask(
      long now,
      Endpoint whom,
      RpcMessage.ListResults asked,
      Consumer<RpcMessage.@Nullable Results> told) {
    onceKnown(now, asked.crawl(), () -> {}); // while the other peer looks
    post.call(
        now,
        whom,
        asked,
        PATIENCE,
        Replies.of(
            (at, reply) -> {
              if (reply instanceof RpcMessage.Refused refused) {
                refusals.refused(whom, refused);
              }
              onceKnown(at, asked.crawl(), () -> told.accept(believed(at, whom, asked, reply)));
            },
            at -> told.accept(null)));
  }

  private void onceKnown(long now, CrawlId crawl, Runnable then) {
    if (crawl.equals(RpcMessage.ListResults.ANY_CRAWL)) {
      then.run();
    } else {
      calendar.onceAnswered(now, crawl, then);
    }
  }

  private RpcMessage.@Nullable Results believed(
      long now, Endpoint from, RpcMessage.ListResults asked, RpcMessage reply) {
    return reply instanceof RpcMessage.Results(List<Entry> records, List<EntryId> next)
        ? new RpcMessage.Results(
            records.stream().filter(each -> isWanted(now, from, asked, each)).toList(), next)
        : null;
  }

  private boolean isWanted(long now, Endpoint from, RpcMessage.ListResults asked, Entry record) {
    Task task = Task.of(record);
    Key key = record.id().key();
    return task != null
        && Task.isProcessed(record)
        && asked.wants(new EntryId(key, 0), task.crawl())
        && credible.isTrue(now, from, record);
  }
}
