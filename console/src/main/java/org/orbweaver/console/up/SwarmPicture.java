package org.orbweaver.console.up;

import java.util.List;
import java.util.Locale;
import org.orbweaver.app.swarm.PeerStatus;

/** The swarm as a picture: its peers in a circle, each as large as what it takes part with. */
final class SwarmPicture {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 300;
  private static final double RADIUS = 110;

  /** Beyond these only the table tells them apart. */
  private static final int MOST = 64;

  private SwarmPicture() {}

  static void draw(Html html, ConsoleWords words, PeerStatus peer) {
    List<PeerStatus.Member> members =
        peer.members().size() > MOST ? peer.members().subList(0, MOST) : peer.members();
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
    int most = members.stream().mapToInt(PeerStatus.Member::virtualNodes).max().orElse(1);
    for (int i = 0; i < members.size(); i++) {
      PeerStatus.Member member = members.get(i);
      double angle = 2 * Math.PI * i / members.size() - Math.PI / 2;
      double x = WIDTH / 2.0 + 2 * RADIUS * Math.cos(angle);
      double y = HEIGHT / 2.0 + RADIUS * Math.sin(angle);
      boolean self = member.address().equals(peer.address());
      if (!self && member.takesPart()) {
        html.element("path", "", "class", "line", "d", line(x, y));
      }
      double size = 6 + 10 * Math.sqrt((double) member.virtualNodes() / Math.max(1, most));
      html.open(
          "circle",
          "class",
          self ? "self" : member.takesPart() ? "living" : "gone",
          "cx",
          figure(x),
          "cy",
          figure(y),
          "r",
          figure(size));
      html.element("title", member.address()).close();
    }
    html.close();
  }

  private static String line(double x, double y) {
    return "M%s %s L%s %s"
        .formatted(figure(WIDTH / 2.0), figure(HEIGHT / 2.0), figure(x), figure(y));
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
