package org.orbweaver.console.up;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.overlay.node.KeepFigures;

/** The peers, who holds what, and who is trusted, with the evidence. */
final class SwarmPage implements ConsolePage.Inside {
  private static final int DISPUTED_SHOWN = 30;

  private final House house;

  SwarmPage(House house) {
    this.house = house;
  }

  @Override
  public void write(Html html, ConsoleWords words) {
    PeerStatus peer = house.peer().status();
    SwarmTrust trust = house.peer().trust();
    PageParts parts = new PageParts(html, words, house.clock().instant());
    html.element("h1", words.get("page.swarm"));
    html.open("div", "class", "figures");
    parts.figure("peers", words.number(peer.living()));
    parts.figure("gone", words.number(peer.dead()));
    parts.figure("share", words.share(peer.share()));
    parts.figure("owed", words.number(peer.figures().owed() + peer.figures().owedPieces()));
    if (peer.asClient().most() > 0) {
      parts.figure("fetched.for.members", words.number(peer.asClient().brought()));
    }
    if (peer.lending().lent() > 0) {
      parts.figure("lent", words.number(peer.lending().lent()));
    }
    parts.figure("checked", words.number(trust.pagesChecked()));
    parts.figure("refused", words.number(peer.traffic().refused()));
    html.close();
    Map<String, SwarmTrust.Contributor> standings = new HashMap<>();
    for (SwarmTrust.Contributor each : trust.contributors()) {
      if (each.address() != null) {
        standings.put(each.address(), each);
      }
    }
    new SwarmPicture(peer, standings, house.watch().samples()).draw(html, words);
    exclusions(html, words, trust);
    html.element("h2", words.get("ranking"));
    ranking(html, words, parts, peer, trust);
    disputed(html, words, parts, trust.disputed());
    keeping(html, words, parts, peer.keeping());
    refusedUs(html, words, parts, trust);
    html.open("p", "class", "soft").text(words.get("invite")).text(" ");
    html.element("code", "orb up --peers " + peer.address()).close();
  }

  /** Those to whom nobody talks any more, first and in words. */
  private static void exclusions(Html html, ConsoleWords words, SwarmTrust trust) {
    for (SwarmTrust.Contributor each : trust.contributors()) {
      if (each.standing().startsWith("out") || each.standing().startsWith("not")) {
        html.open("section", "class", "attention", "aria-label", words.get("excluded"));
        html.element("h2", words.get("excluded.who", where(each)));
        html.element("p", words.get("excluded.why", each.standing(), each.evidence()));
        html.open("p", "class", "soft").text(words.get("excluded.key")).text(" ");
        html.element("code", each.peer()).close().close();
      }
    }
  }

  private static String where(SwarmTrust.Contributor each) {
    return each.address() == null ? each.peer().substring(0, 12) + "…" : each.address();
  }

  private static void ranking(
      Html html, ConsoleWords words, PageParts parts, PeerStatus peer, SwarmTrust trust) {
    Map<String, PeerStatus.Member> members = new HashMap<>();
    peer.members().forEach(each -> members.put(each.address(), each));
    parts.table("ranking", "rank", "address", "state", "share", "verified", "standing", "evidence");
    for (SwarmTrust.Contributor each : trust.contributors()) {
      String address = each.address() == null ? "" : each.address();
      PeerStatus.Member member = members.remove(address);
      row(html, words, peer, member, String.valueOf(each.rank()), where(each));
      parts.number(each.verified());
      html.open("td");
      boolean good = each.standing().equals("member");
      parts.badge(good ? "done" : "failed", good ? words.get("standing.member") : each.standing());
      html.close().element("td", each.evidence(), "class", "long").close();
    }
    for (PeerStatus.Member member : peer.members()) {
      if (members.containsKey(member.address())) {
        row(html, words, peer, member, "", member.address());
        html.element("td", "").element("td", "").element("td", "").close();
      }
    }
    parts.endTable();
  }

  /** The row stays open for what trust says. */
  private static void row(
      Html html,
      ConsoleWords words,
      PeerStatus peer,
      PeerStatus.@Nullable Member member,
      String rank,
      String address) {
    html.open("tr")
        .element("td", rank, "class", "number")
        .element("td", address, "class", "address");
    html.element(
        "td",
        member == null
            ? words.get("member.gone")
            : words.get(
                address.equals(peer.address())
                    ? "member.self"
                    : member.takesPart() ? "member.living" : "member.gone"),
        "class",
        "address");
    html.element("td", member == null ? "" : words.share(member.share()), "class", "number");
  }

  private static void disputed(
      Html html, ConsoleWords words, PageParts parts, List<SwarmTrust.DisputedCapture> disputed) {
    if (disputed.isEmpty()) {
      return;
    }
    html.element("h2", words.get("disputed", disputed.size()));
    parts.table("disputed.label", "address", "author", "accuser", "jury");
    for (SwarmTrust.DisputedCapture each :
        disputed.subList(0, Math.min(DISPUTED_SHOWN, disputed.size()))) {
      html.open("tr").element("td", each.page() == null ? words.get("unknown") : each.page());
      html.element("td", each.author().substring(0, 12) + "…");
      html.element("td", each.accuser().substring(0, 12) + "…");
      html.element("td", each.jury()).close();
    }
    parts.endTable();
  }

  /** How well copies are looked after, and with whom they were not found. */
  private static void keeping(Html html, ConsoleWords words, PageParts parts, KeepFigures keeping) {
    html.element("h2", words.get("keeping")).open("div", "class", "figures");
    parts.figure("keeping.passes", words.number(keeping.passes()));
    parts.figure("keeping.damaged", words.number(keeping.damagedHere()));
    parts.figure("keeping.repaired", words.number(keeping.repairedHere()));
    parts.figure("keeping.missing", words.number(keeping.missingHere()));
    parts.figure("keeping.audited", words.number(keeping.audited()));
    parts.figure("keeping.failed", words.number(keeping.auditsFailed()));
    parts.figure("keeping.sent", words.bytes((double) keeping.repairBytes()));
    html.close();
  }

  private static void refusedUs(Html html, ConsoleWords words, PageParts parts, SwarmTrust trust) {
    if (trust.refusedUs().isEmpty()) {
      return;
    }
    html.element("h2", words.get("refused.us"));
    parts.table("refused.us", "address", "because", "remedy");
    for (SwarmTrust.RefusedUs each : trust.refusedUs()) {
      html.open("tr").element("td", each.by()).element("td", each.because());
      html.element("td", each.remedy()).close();
    }
    parts.endTable();
  }
}
