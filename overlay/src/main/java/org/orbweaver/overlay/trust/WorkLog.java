package org.orbweaver.overlay.trust;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Statement;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.trust.Statement.Finding;
import org.orbweaver.trust.Statement.Findings;
import org.orbweaver.trust.Statement.OfOthers;
import org.orbweaver.trust.Statement.Vote;
import org.orbweaver.trust.VouchedCapture;

/**
 * What this peer has done and seen in the period that is not closed yet. It survives a crash, in
 * its {@link WorkJournal}. What was done counts whenever it is committed to; what was seen of
 * others counts only in the period for which this peer was drawn.
 *
 * <pre>
 *   journal, of each: | length 2 | 0 | capture |   or   | length 2 | 1 | statement |
 * </pre>
 */
final class WorkLog {
  private static final byte DONE = 0;
  private static final byte SAID = 1;

  private record About(Key subject, Period work) {}

  /** Names what was looked at in a period. */
  private record Spoken(Period made, String about) {}

  private final WorkJournal journal;
  private final LinkedHashMap<EntryId, WorkList.Item> items = new LinkedHashMap<>();
  private List<OfOthers> said = new ArrayList<>();
  private final Set<Spoken> spoken = new HashSet<>();

  /**
   * All of a period.
   *
   * @param said of others
   */
  record Closed(WorkList work, List<OfOthers> said) {}

  /** Goes on with what is in the journal, whichever period it was done in. */
  WorkLog(WorkJournal journal) {
    this.journal = journal;
    ByteBuffer in = ByteBuffer.wrap(journal.read());
    journal.clear(); // its last line may be torn, and the next must not stand behind that
    while (in.remaining() > Short.BYTES) {
      int length = in.getShort() & 0xFFFF;
      if (length == 0 || length > in.remaining()) {
        break;
      }
      byte kind = in.get();
      byte[] body = new byte[length - 1];
      in.get(body);
      switch (kind) {
        case DONE -> WorkList.items(body).forEach(this::done);
        case SAID -> {
          if (Statement.read(body) instanceof OfOthers statement) {
            say(statement);
          }
        }
        default -> {} // of a later version of this program
      }
    }
  }

  /** A task of this peer's was done. */
  void worked(EntryId task, VouchedCapture capture) {
    if (items.size() < WorkList.MOST) {
      done(new WorkList.Item(task, capture));
    }
  }

  /** Of a page that was fetched twice in a period the last capture is what the swarm keeps. */
  private void done(WorkList.Item item) {
    items.putLast(item.task(), item);
    write(DONE, item.bytes());
  }

  /** This peer says something of another. */
  void say(OfOthers statement) {
    said.add(statement);
    switch (statement) {
      case Findings(Period made, Key subject, Period work, List<Finding> findings) ->
          findings.forEach(
              each ->
                  spoken.add(
                      new Spoken(made, subject.toString() + work.number() + ":" + each.capture())));
      case Vote vote ->
          spoken.add(new Spoken(vote.period(), HexFormat.of().formatHex(vote.accusation())));
      case Accusation _ -> {} // goes with a finding
    }
    write(SAID, statement.bytes());
  }

  private void write(byte kind, byte[] body) {
    journal.append(
        ByteBuffer.allocate(Short.BYTES + 1 + body.length)
            .putShort((short) (1 + body.length))
            .put(kind)
            .put(body)
            .array());
  }

  /** Whether this capture was looked at in that period, before a crash perhaps. */
  boolean hasFound(Period made, Key subject, Period work, int capture) {
    return spoken.contains(new Spoken(made, subject.toString() + work.number() + ":" + capture));
  }

  /** Whether this peer has voted on that accusation. */
  boolean hasVoted(Period made, byte[] accusation) {
    return spoken.contains(new Spoken(made, HexFormat.of().formatHex(accusation)));
  }

  /** Closes a period; what was said in an earlier one counts no more. */
  Closed close(Period made) {
    Map<About, List<Finding>> findings = new LinkedHashMap<>();
    List<OfOthers> others = new ArrayList<>();
    for (OfOthers each : said) {
      if (!each.period().equals(made)) {
        continue;
      }
      if (each instanceof Findings one) {
        findings
            .computeIfAbsent(new About(one.subject(), one.work()), it -> new ArrayList<>())
            .addAll(one.findings());
      } else {
        others.add(each);
      }
    }
    List<OfOthers> all = new ArrayList<>();
    findings.forEach(
        (about, seen) -> all.add(new Findings(made, about.subject(), about.work(), seen)));
    all.addAll(others);
    Closed closed = new Closed(new WorkList(List.copyOf(items.values())), all);
    items.clear();
    said = new ArrayList<>();
    spoken.clear();
    journal.clear();
    return closed;
  }
}
