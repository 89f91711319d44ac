package org.orbweaver.overlay.trust;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.trust.Statement.Finding;
import org.orbweaver.trust.Statement.Findings;
import org.orbweaver.trust.Statement.OfOthers;
import org.orbweaver.trust.Statement.Vote;
import org.orbweaver.trust.VouchedCapture;

/**
 * What this peer has done and seen in the period that is not closed yet. What it has done survives
 * a crash, in its {@link WorkJournal}; what it has seen of others does not, and nobody is accused
 * for it.
 */
final class WorkLog {
  private record About(Key subject, Period work) {}

  private final WorkJournal journal;
  private List<WorkList.Item> items;
  private Map<About, List<Finding>> findings = new LinkedHashMap<>();
  private List<Accusation> accusations = new ArrayList<>();
  private List<Vote> votes = new ArrayList<>();

  /** Goes on with what is in the journal, whichever period it was done in. */
  WorkLog(WorkJournal journal) {
    this.journal = journal;
    this.items = WorkList.items(journal.read());
  }

  /** A task of this peer's was done. */
  void worked(EntryId task, VouchedCapture capture) {
    if (items.size() < WorkList.MOST) {
      WorkList.Item item = new WorkList.Item(task, capture);
      items.add(item);
      journal.append(item.bytes());
    }
  }

  void found(Key subject, Period work, Finding finding) {
    findings.computeIfAbsent(new About(subject, work), it -> new ArrayList<>()).add(finding);
  }

  void accuse(Accusation accusation) {
    accusations.add(accusation);
  }

  void vote(Vote vote) {
    votes.add(vote);
  }

  WorkList takeWork() {
    WorkList list = new WorkList(items);
    items = new ArrayList<>();
    journal.clear();
    return list;
  }

  /** All that was said of others in the period. */
  List<OfOthers> takeSaid(Period made) {
    List<OfOthers> said = new ArrayList<>();
    findings.forEach(
        (about, all) -> said.add(new Findings(made, about.subject(), about.work(), all)));
    said.addAll(accusations);
    said.addAll(votes);
    findings = new LinkedHashMap<>();
    accusations = new ArrayList<>();
    votes = new ArrayList<>();
    return said;
  }
}
