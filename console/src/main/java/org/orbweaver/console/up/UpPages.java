package org.orbweaver.console.up;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.orbweaver.app.swarm.PeerAnswer;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.app.up.Job;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.overlay.node.TaskFailures;

/** What stands on each page. */
final class UpPages {
  private static final int MOST_FAILED = 200;
  private static final int MOST_SNAPSHOTS = 60;

  /** Less than this is worth a word. */
  private static final long LITTLE_ROOM = 2L << 30;

  private final House house;
  private final FormToken token;

  UpPages(House house, FormToken token) {
    this.house = house;
    this.token = token;
  }

  void overview(Html html, ConsoleWords words) {
    PeerStatus peer = house.peer().status();
    List<String> attention = attention(words, peer);
    html.element("h1", words.get("page."));
    if (!attention.isEmpty()) {
      html.open("section", "class", "attention", "aria-labelledby", "attention");
      html.element("h2", words.get("attention"), "id", "attention").open("ul");
      attention.forEach(each -> html.element("li", each));
      html.close().close();
    }
    html.open("div", "class", "figures");
    figure(html, words.get("peers"), words.number(peer.living()));
    figure(html, words.get("open"), words.number(peer.figures().openTasks()));
    figure(html, words.get("done"), words.number(peer.figures().processed()));
    figure(html, words.get("links"), words.number(peer.figures().linksSent()));
    figure(html, words.get("sent"), words.bytes((double) peer.traffic().bytes()));
    figure(html, words.get("room"), words.bytes((double) room()));
    html.close();
    jobs(html, words, peer);
    if (peer.crawls().isEmpty()) {
      html.open("p", "class", "empty").text(words.get("crawls.none")).text(" ");
      html.element("a", words.get("crawls.begin"), "href", "/crawls", "class", "link").close();
    }
  }

  /** All that a person should know of first, in words. */
  private List<String> attention(ConsoleWords words, PeerStatus peer) {
    List<String> attention = new ArrayList<>();
    for (Job.State job : house.jobs().get()) {
      if (job.stage() == Job.Stage.FAILED) {
        attention.add(words.get("job.failed", words.get("job." + job.name()), job.sentence()));
      }
    }
    String trouble = peer.trouble();
    if (trouble != null) {
      attention.add(words.get("trouble", trouble));
    }
    attention.addAll(peer.attention());
    if (room() < LITTLE_ROOM) {
      attention.add(words.get("room.little", words.bytes((double) room()), house.data()));
    }
    if (peer.living() == 1) {
      attention.add(words.get("alone", peer.address()));
    }
    return attention;
  }

  private long room() {
    try {
      return Files.getFileStore(house.data()).getUsableSpace();
    } catch (IOException e) {
      return 0;
    }
  }

  private void jobs(Html html, ConsoleWords words, PeerStatus peer) {
    html.element("h2", words.get("runs")).open("div", "class", "scroll").open("table");
    head(html, words, "what", "how", "since");
    html.open("tr").open("td");
    html.element("span", "", "class", peer.trouble() == null ? "status on" : "status");
    html.text(words.get("job.peer")).close();
    html.element(
        "td",
        words.get(
            "job.peer.goes",
            peer.living(),
            words.number(peer.figures().openTasks()),
            words.number(peer.figures().processed())));
    html.element("td", "").close();
    Instant now = house.clock().instant();
    for (Job.State job : house.jobs().get()) {
      html.open("tr").open("td");
      boolean on = job.stage() == Job.Stage.RUNNING;
      html.element("span", "", "class", on ? "status on" : "status");
      html.text(words.get("job." + job.name())).close();
      html.element(
          "td", on ? job.sentence() : words.get("stage." + job.stage()) + ": " + job.sentence());
      html.element("td", words.ago(job.since(), now), "title", job.since().toString()).close();
    }
    html.close().close();
  }

  private static void figure(Html html, String name, String value) {
    html.open("div", "class", "figure").element("span", name).element("strong", value).close();
  }

  private static void head(Html html, ConsoleWords words, String... names) {
    html.open("tr");
    for (String name : names) {
      html.element("th", words.get(name), "scope", "col");
    }
    html.close();
  }

  void crawls(Html html, ConsoleWords words) {
    PeerStatus peer = house.peer().status();
    html.element("h1", words.get("page.crawls"));
    html.open("form", "method", "post", "action", "/crawls", "class", "begin");
    token.write(html);
    html.open("label").text(words.get("seed"));
    html.empty(
            "input",
            "name",
            "seed",
            "required",
            "",
            "placeholder",
            "https://example.org/",
            "size",
            "40")
        .close();
    html.open("label").text(words.get("depth"));
    html.empty("input", "name", "depth", "type", "number", "min", "0", "max", "100", "value", "5")
        .close();
    html.element("button", words.get("begin"), "class", "primary").close();
    if (peer.crawls().isEmpty()) {
      html.element("p", words.get("crawls.none"), "class", "empty");
    } else {
      html.open("div", "class", "scroll").open("table");
      head(html, words, "seed", "state", "reach", "number", "");
      for (PeerStatus.Crawl crawl : peer.crawls()) {
        html.open("tr").element("td", crawl.firstSeed());
        html.element("td", words.get("state." + crawl.state()));
        html.element("td", crawl.reach());
        html.open("td").element("code", crawl.number()).close().open("td");
        if ("running".equals(crawl.state())) {
          html.open("form", "method", "post", "action", "/crawls/" + crawl.number() + "/stop");
          token.write(html);
          html.element("button", words.get("stop")).close();
        }
        html.close().close();
      }
      html.close().close();
    }
    reasons(html, words, peer);
    failed(html, words);
  }

  private static void reasons(Html html, ConsoleWords words, PeerStatus peer) {
    if (peer.failures().isEmpty() && peer.troubles().isEmpty()) {
      return;
    }
    html.element("h2", words.get("reasons")).open("div", "class", "scroll").open("table");
    head(html, words, "because", "attempts", "givenup", "example");
    for (TaskFailures.Reason reason : peer.failures()) {
      html.open("tr").element("td", reason.because());
      html.element("td", words.number(reason.attempts()), "class", "number");
      html.element("td", words.number(reason.givenUp()), "class", "number");
      html.element("td", reason.example()).close();
    }
    for (Troubles.Trouble each : peer.troubles()) {
      html.open("tr").element("td", each.because());
      html.element("td", words.number(each.times()), "class", "number").element("td", "");
      html.element("td", each.example()).close();
    }
    html.close().close();
  }

  private void failed(Html html, ConsoleWords words) {
    List<PeerAnswer.FailedTask> failed = house.peer().failed(MOST_FAILED);
    if (failed.isEmpty()) {
      return;
    }
    html.element("h2", words.get("failed", failed.size())).open("div", "class", "scroll");
    html.open("table");
    head(html, words, "address", "because");
    for (PeerAnswer.FailedTask task : failed) {
      html.open("tr").element("td", task.uri()).element("td", task.because()).close();
    }
    html.close().close();
  }

  void swarm(Html html, ConsoleWords words) {
    PeerStatus peer = house.peer().status();
    html.element("h1", words.get("page.swarm"));
    html.open("div", "class", "figures");
    figure(html, words.get("peers"), words.number(peer.living()));
    figure(html, words.get("gone"), words.number(peer.dead()));
    figure(html, words.get("share"), words.share(peer.share()));
    figure(
        html, words.get("owed"), words.number(peer.figures().owed() + peer.figures().owedPieces()));
    figure(html, words.get("refused"), words.number(peer.traffic().refused()));
    figure(html, words.get("silences"), words.number(peer.traffic().silences()));
    html.close();
    SwarmPicture.draw(html, words, peer);
    html.open("div", "class", "scroll").open("table");
    head(html, words, "address", "state", "places");
    for (PeerStatus.Member member : peer.members()) {
      html.open("tr").element("td", member.address());
      html.element(
          "td",
          words.get(
              member.address().equals(peer.address())
                  ? "member.self"
                  : member.takesPart() ? "member.living" : "member.gone"));
      html.element("td", words.number(member.virtualNodes()), "class", "number").close();
    }
    html.close().close();
    html.open("p").text(words.get("invite")).text(" ");
    html.element("code", "orb up --peers " + peer.address()).close();
  }

  void archive(Html html, ConsoleWords words) {
    html.element("h1", words.get("page.archive"));
    house
        .archive()
        .get()
        .ifPresentOrElse(
            address -> {
              html.open("form", "action", address + "go", "class", "box", "role", "search");
              html.empty(
                  "input",
                  "name",
                  "q",
                  "type",
                  "search",
                  "aria-label",
                  words.get("archive.box"),
                  "placeholder",
                  words.get("archive.box"));
              html.element("button", words.get("show"), "class", "primary").close();
              html.open("p").text(words.get("archive.own")).text(" ");
              html.element("a", address, "href", address, "class", "link").close();
            },
            () -> html.element("p", words.get("archive.none"), "class", "empty"));
  }

  void network(Html html, ConsoleWords words) {
    html.element("h1", words.get("page.network"));
    List<Snapshot> snapshots = snapshots();
    if (snapshots.isEmpty()) {
      html.element("p", words.get("network.none"), "class", "empty");
      return;
    }
    long most = snapshots.stream().mapToLong(each -> each.info().nodes()).max().orElse(1);
    html.open("div", "class", "scroll").open("table");
    head(html, words, "snapshot", "nodes", "answered", "packets", "");
    for (Snapshot each : snapshots.reversed()) {
      html.open("tr").element("td", each.parquet().getFileName().toString());
      html.element("td", words.number(each.info().nodes()), "class", "number");
      html.element("td", words.number(each.info().answered()), "class", "number");
      html.element("td", words.number(each.info().packets()), "class", "number").open("td");
      html.element(
          "progress",
          "",
          "max",
          String.valueOf(most),
          "value",
          String.valueOf(each.info().nodes()),
          "aria-label",
          words.get("nodes"));
      html.close().close();
    }
    html.close().close();
    html.open("p").text(words.get("network.report")).text(" ");
    html.element("code", "orb census report " + house.snapshots()).close();
  }

  private List<Snapshot> snapshots() {
    if (!Files.isDirectory(house.snapshots())) {
      return List.of();
    }
    try {
      List<Snapshot> all =
          Snapshot.openAll(List.of(house.snapshots())).stream()
              .sorted(Comparator.comparing(each -> each.parquet().getFileName().toString()))
              .toList();
      return all.subList(Math.max(0, all.size() - MOST_SNAPSHOTS), all.size());
    } catch (RuntimeException e) {
      return List.of(); // a folder without one, or one that is being written
    }
  }

  void torrents(Html html, ConsoleWords words) {
    html.element("h1", words.get("page.torrents"));
    html.element("p", words.get("torrents.none"), "class", "empty");
  }

  void settings(Html html, ConsoleWords words) {
    html.element("h1", words.get("page.settings"));
    html.open("div", "class", "scroll").open("table");
    head(html, words, "setting", "value", "meaning");
    for (House.Setting setting : house.settings()) {
      html.open("tr").open("td").element("code", setting.name()).close();
      html.element("td", setting.value()).element("td", setting.meaning()).close();
    }
    html.close().close();
    html.element("p", words.get("settings.how"));
  }
}
