package org.orbweaver.cli.trust;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.indexer.torrent.SafeText;
import org.orbweaver.shell.Columns;

/**
 * {@code orb trust} for people: what matters first, tables with heads, nothing that is empty.
 * Addresses are whole, however long: one is to be typed after {@code --other-version}.
 */
final class TrustTables {
  /** Of a name: enough to tell peers apart, and to be typed. */
  private static final int NAME = 12;

  private static final int MOST_LINES = 40;

  private TrustTables() {}

  static void print(SwarmTrust trust, PrintWriter out) {
    out.printf(Locale.ROOT, "Now        %s%n", trust.now());
    out.printf("This peer  %s; rank: %s%n", shortened(trust.self()), trust.ownRank());
    trust.owed().services().forEach(each -> out.printf("           %s%n", each));
    contributors(trust.contributors(), out);
    disputes("Disputed pages, of which two versions are kept", trust.disputed(), out);
    disputes("Said by peers to whom nobody listens", trust.notHeard(), out);
    List<List<String>> refusals = new ArrayList<>();
    trust
        .refusedUs()
        .forEach(
            each ->
                refusals.add(List.of(each.by(), each.service(), each.because(), each.remedy())));
    table("Who refused us", List.of("peer", "what", "why", "what to do"), refusals, out);
    out.printf(
        Locale.ROOT,
        "%nThis peer has checked %,d pages of others and refused %,d requests.%n",
        trust.pagesChecked(),
        trust.refusals());
    out.flush();
  }

  private static void contributors(List<SwarmTrust.Contributor> all, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    for (SwarmTrust.Contributor each : all) {
      String byHand = each.pinned() ? "pinned; " : each.banned() ? "banned; " : "";
      rows.add(
          List.of(
              "" + each.rank(),
              shortened(each.peer()),
              each.address() == null ? "away" : each.address(),
              String.format(Locale.ROOT, "%,d", each.verified()),
              byHand + each.standing(),
              each.evidence()));
    }
    table(
        "Who contributes",
        List.of("rank", "peer", "address", "verified", "standing", "evidence"),
        rows,
        out);
  }

  private static void disputes(
      String head, List<SwarmTrust.DisputedCapture> disputed, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    for (SwarmTrust.DisputedCapture each : disputed) {
      rows.add(
          List.of(
              each.page() == null ? "(being found out: ask again)" : each.page(),
              shortened(each.author()),
              shortened(each.accuser()),
              each.jury()));
    }
    table(head, List.of("page", "brought by", "contradicted by", "jury"), rows, out);
  }

  private static String shortened(String name) {
    return name.substring(0, Math.min(NAME, name.length()));
  }

  private static void table(
      String title, List<String> heads, List<List<String>> rows, PrintWriter out) {
    if (rows.isEmpty()) {
      return;
    }
    out.printf(Locale.ROOT, "%n%s (%,d)%n", title, rows.size());
    Columns columns = new Columns(heads);
    for (List<String> row : rows.subList(0, Math.min(MOST_LINES, rows.size()))) {
      columns.add(row.stream().map(SafeText::harmless).toList());
    }
    columns.print(out, "  ");
    if (rows.size() > MOST_LINES) {
      out.printf(Locale.ROOT, "  … and %,d more: --json has all%n", rows.size() - MOST_LINES);
    }
  }
}
