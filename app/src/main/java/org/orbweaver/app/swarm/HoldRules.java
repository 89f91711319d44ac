package org.orbweaver.app.swarm;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.node.Declines;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Task;

/**
 * Which pieces the operator's rules keep off this machine. A piece's name tells nothing of what is
 * in it, but the ledger does: pieces stand with the tasks of their host, so that those tell the
 * host, and a task's record lists the pieces of its page. Before there is a record only the host is
 * known; a piece that the record then shows to be unwanted goes again.
 *
 * <p>Of a part of a host so many rows are read and remembered for ten seconds; for the node's own
 * thread.
 */
final class HoldRules implements Declines {
  private static final int MOST_PARTS = 1_024;
  private static final int MOST_ROWS = 1 << 14;
  private static final int CHUNK = 256;
  private static final long FRESH_NANOS = 10_000_000_000L;

  /**
   * What is unwanted in one part of a host.
   *
   * @param all of it
   * @param pieces these
   */
  private record Part(AccessRules rules, boolean all, Set<EntryId> pieces, long at) {}

  private final Disk ledger;
  private final Supplier<AccessRules> rules;
  private final Map<Long, Part> parts = new LruMap<>(MOST_PARTS);

  HoldRules(Disk ledger, Supplier<AccessRules> rules) {
    this.ledger = ledger;
    this.rules = rules;
  }

  @Override
  public boolean isAnything() {
    return rules.get().refusesAnything(Act.HOLD);
  }

  @Override
  public boolean declines(EntryId piece) {
    AccessRules current = rules.get();
    if (!current.refusesAnything(Act.HOLD)) {
      return false;
    }
    long place = piece.key().high();
    Part part = parts.get(place);
    long now = System.nanoTime();
    if (part == null || !part.rules.equals(current) || now - part.at > FRESH_NANOS) {
      part = read(place, current, now);
      parts.put(place, part);
    }
    return part.all || part.pieces.contains(piece);
  }

  private Part read(long place, AccessRules current, long now) {
    Set<EntryId> pieces = new HashSet<>();
    EntryId next = new EntryId(new Key(place, 0, 0), Long.MIN_VALUE);
    for (int read = 0; read < MOST_ROWS; read += CHUNK) {
      List<Entry> some = ledger.from(next, CHUNK);
      for (Entry entry : some) {
        if (entry.id().key().high() != place) {
          return new Part(current, false, pieces, now);
        }
        Entry record = Task.of(entry) == null ? PastResult.record(entry) : entry;
        Task task = record == null ? null : Task.of(record);
        if (task != null && record != null) {
          if (refused(current, RuleSubject.address(origin(task.uri())))) {
            return new Part(current, true, Set.of(), now);
          }
          pieces.addAll(unwanted(current, task, record));
        }
      }
      if (some.size() < CHUNK) {
        break;
      }
      next = some.getLast().id().next();
    }
    return new Part(current, false, pieces, now);
  }

  private static List<EntryId> unwanted(AccessRules rules, Task task, Entry record) {
    RoundOutcome outcome = RoundOutcome.of(task, record);
    Result result = outcome == null ? null : Result.read(outcome.result());
    if (result == null || result.pieces().isEmpty()) {
      return List.of();
    }
    return refused(rules, subject(task, result)) ? result.pieces(record.id().key()) : List.of();
  }

  private static RuleSubject subject(Task task, Result result) {
    if (task.own() != null) {
      return RuleSubject.address(task.uri()); // no page
    }
    PageSummary page = PageSummary.read(result.summary());
    return new RuleSubject(task.uri(), page.mediaType(), page.received(), page.capture().digest());
  }

  private static boolean refused(AccessRules rules, RuleSubject page) {
    return rules.refusal(Act.HOLD, page) != null;
  }

  private static String origin(String uri) {
    WebUrl url = WebUrl.parse(uri);
    return url == null ? uri : url.scheme() + "://" + url.authority() + '/';
  }
}
