package org.orbweaver.overlay.lab;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;

/** What would be left of a crawl if all power went now. */
public final class Survivors {
  private record Visit(CrawlId crawl, String url) {}

  /** A visit in one round. */
  private record RoundVisit(Visit visit, int round) {}

  private final Map<Visit, Entry> done = new HashMap<>();
  private final Map<RoundVisit, Integer> records = new HashMap<>();
  private final Map<EntryId, Entry> past = new HashMap<>();
  private final Map<EntryId, Integer> pastCopies = new HashMap<>();
  private final Map<EntryId, Integer> pieces = new HashMap<>();

  public Survivors(Collection<LabPeer> peers) {
    for (LabPeer peer : peers) {
      for (Entry entry : peer.disk().durable()) {
        Task task = Task.of(entry);
        if (task != null && Task.isProcessed(entry)) {
          Visit visit = new Visit(task.crawl(), task.uri());
          records.merge(new RoundVisit(visit, task.round()), 1, Integer::sum);
          done.merge(visit, entry, (one, other) -> other.outranks(one) ? other : one);
        }
        Entry record = PastResult.record(entry);
        if (record != null) {
          past.put(entry.id(), record);
          pastCopies.merge(entry.id(), 1, Integer::sum);
        }
      }
      for (Entry piece : peer.results().durable()) {
        pieces.merge(piece.id(), 1, Integer::sum);
      }
    }
  }

  /** On how many disks it says that the page is processed, in the latest round it was. */
  public int records(CrawlId crawl, String url) {
    Visit visit = new Visit(crawl, url);
    return records.getOrDefault(new RoundVisit(visit, round(crawl, url)), 0);
  }

  /** The latest round in which the page was processed; -1 if it never was. */
  public int round(CrawlId crawl, String url) {
    Entry record = done.get(new Visit(crawl, url));
    Task task = record == null ? null : Task.of(record);
    return task == null ? -1 : task.round();
  }

  /** On how many disks all of what it brought is. */
  public int results(CrawlId crawl, String url) {
    return held(done.get(new Visit(crawl, url)));
  }

  private int held(@Nullable Entry record) {
    Task task = record == null ? null : Task.of(record);
    if (record == null || task == null) {
      return 0;
    }
    List<EntryId> ids = Result.read(task.result(record)).pieces(record.id().key());
    return ids.stream().mapToInt(id -> pieces.getOrDefault(id, 0)).min().orElse(0);
  }

  /**
   * How many visits of earlier rounds have no record left that, with all it brought, is on so many
   * disks. A partition may have two of one visit, and who did not see its author at work believes
   * neither; one of them is enough.
   */
  public int pastOnFewerThan(int disks) {
    Set<RoundVisit> all = new HashSet<>();
    Set<RoundVisit> safe = new HashSet<>();
    past.forEach(
        (id, record) -> {
          Task task = Task.of(record);
          if (task != null) {
            RoundVisit visit = new RoundVisit(new Visit(task.crawl(), task.uri()), task.round());
            all.add(visit);
            if (pastCopies.getOrDefault(id, 0) >= disks && held(record) >= disks) {
              safe.add(visit);
            }
          }
        });
    all.removeAll(safe);
    return all.size();
  }
}
