package org.orbweaver.overlay.lab;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;

/** What would be left of a crawl if all power went now. */
public final class Survivors {
  private record Visit(CrawlId crawl, String url) {}

  private final Map<Visit, Entry> done = new HashMap<>();
  private final Map<Visit, Integer> records = new HashMap<>();
  private final Map<EntryId, Integer> pieces = new HashMap<>();

  public Survivors(Collection<LabPeer> peers) {
    for (LabPeer peer : peers) {
      for (Entry entry : peer.disk().durable()) {
        Task task = Task.of(entry);
        if (task != null && Task.isProcessed(entry)) {
          Visit visit = new Visit(task.crawl(), task.uri());
          records.merge(visit, 1, Integer::sum);
          done.merge(visit, entry, (one, other) -> other.outranks(one) ? other : one);
        }
      }
      for (Entry piece : peer.results().durable()) {
        pieces.merge(piece.id(), 1, Integer::sum);
      }
    }
  }

  /** On how many disks it says that the page is processed. */
  public int records(CrawlId crawl, String url) {
    return records.getOrDefault(new Visit(crawl, url), 0);
  }

  /** On how many disks all of what it brought is. */
  public int results(CrawlId crawl, String url) {
    Entry record = done.get(new Visit(crawl, url));
    Task task = record == null ? null : Task.of(record);
    if (record == null || task == null) {
      return 0;
    }
    List<EntryId> ids = Result.read(task.result(record)).pieces(record.id().key());
    return ids.stream().mapToInt(id -> pieces.getOrDefault(id, 0)).min().orElse(0);
  }
}
