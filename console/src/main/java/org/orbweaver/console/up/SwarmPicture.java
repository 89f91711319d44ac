package org.orbweaver.console.up;

import static org.orbweaver.console.up.PageParts.figure;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.app.up.HouseWatch;

/**
 * The swarm as a picture: peers in a circle, each as large as its share of the keys; from this one
 * a line to each other, on which dots flow as fast as tasks and copies leave for it.
 */
final class SwarmPicture {
  private static final int WIDTH = 620;
  private static final int HEIGHT = 380;
  private static final double ACROSS = 240;
  private static final double DOWN = 140;

  /** Beyond these only the table tells them apart. */
  private static final int MOST = 48;

  /** Bytes a second to one peer from which on its dots hurry. */
  private static final double BUSY = 4_000;

  private final PeerStatus peer;
  private final Map<String, SwarmTrust.Contributor> standings;
  private final List<HouseWatch.Sample> samples;
  private final double middleX = WIDTH / 2.0;
  private final double middleY = HEIGHT / 2.0;

  SwarmPicture(
      PeerStatus peer,
      Map<String, SwarmTrust.Contributor> standings,
      List<HouseWatch.Sample> samples) {
    this.peer = peer;
    this.standings = standings;
    this.samples = samples.subList(Math.max(0, samples.size() - 6), samples.size());
  }

  void draw(Html html, ConsoleWords words) {
    List<PeerStatus.Member> others =
        peer.members().stream()
            .filter(each -> !each.address().equals(peer.address()))
            .limit(MOST)
            .toList();
    if (others.isEmpty()) {
      html.element("p", words.get("swarm.alone"), "class", "empty");
      return;
    }
    html.open("figure", "class", "card picture");
    html.open(
        "svg",
        "class",
        "swarm-picture",
        "viewBox",
        "0 0 " + WIDTH + " " + HEIGHT,
        "role",
        "img",
        "aria-label",
        words.get("picture", peer.living()));
    for (int i = 0; i < others.size(); i++) {
      line(html, others.get(i), i, others.size());
    }
    for (int i = 0; i < others.size(); i++) {
      node(html, words, others.get(i), x(i, others.size()), y(i, others.size()));
    }
    peer.members().stream()
        .filter(each -> each.address().equals(peer.address()))
        .findFirst()
        .ifPresent(self -> node(html, words, self, middleX, middleY));
    html.close().element("figcaption", words.get("picture.key")).close();
  }

  private double x(int number, int of) {
    return middleX + ACROSS * Math.cos(2 * Math.PI * number / of - Math.PI / 2);
  }

  private double y(int number, int of) {
    return middleY + DOWN * Math.sin(2 * Math.PI * number / of - Math.PI / 2);
  }

  private void line(Html html, PeerStatus.Member member, int number, int of) {
    String way =
        "M%s %s L%s %s"
            .formatted(
                figure(middleX), figure(middleY), figure(x(number, of)), figure(y(number, of)));
    html.element("path", "", "class", "line", "d", way);
    double rate = rate(member.address());
    if (member.takesPart() && !isOut(member) && rate > 0) {
      html.element("path", "", "class", rate > BUSY ? "flow fast" : "flow", "d", way);
    }
  }

  /** Bytes a second that lately left for it. */
  private double rate(String address) {
    if (samples.size() < 2) {
      return 0;
    }
    HouseWatch.Sample first = samples.getFirst();
    HouseWatch.Sample last = samples.getLast();
    long bytes = last.sentTo().getOrDefault(address, 0L) - first.sentTo().getOrDefault(address, 0L);
    long millis = java.time.Duration.between(first.at(), last.at()).toMillis();
    return 1e3 * bytes / Math.max(1, millis);
  }

  private boolean isOut(PeerStatus.Member member) {
    SwarmTrust.@Nullable Contributor standing = standings.get(member.address());
    return standing != null && !standing.standing().equals("member");
  }

  private void node(Html html, ConsoleWords words, PeerStatus.Member member, double x, double y) {
    boolean out = isOut(member);
    boolean self = member.address().equals(peer.address());
    String kind = out ? "out" : self ? "self" : member.takesPart() ? "living" : "gone";
    double size = 9 + 26 * Math.sqrt(member.share());
    html.open("g", "class", kind);
    html.open("circle", "cx", figure(x), "cy", figure(y), "r", figure(size));
    html.element("title", member.address() + ": " + words.get("node." + kind)).close();
    if (out) {
      double d = size * 0.6;
      html.element(
          "path",
          "",
          "class",
          "cross",
          "d",
          "M%s %s L%s %s M%s %s L%s %s"
              .formatted(
                  figure(x - d),
                  figure(y - d),
                  figure(x + d),
                  figure(y + d),
                  figure(x - d),
                  figure(y + d),
                  figure(x + d),
                  figure(y - d)));
    }
    html.element(
        "text",
        label(member.address()),
        "x",
        figure(x),
        "y",
        figure(y + size + 15),
        "text-anchor",
        "middle");
    if (!kind.equals("living")) {
      html.element(
          "text",
          words.get("node." + kind),
          "x",
          figure(x),
          "y",
          figure(y + size + 29),
          "class",
          "state",
          "text-anchor",
          "middle");
    }
    html.close();
  }

  private static String label(String address) {
    int port = address.lastIndexOf(':');
    return port < 0 ? address : address.substring(0, port);
  }
}
