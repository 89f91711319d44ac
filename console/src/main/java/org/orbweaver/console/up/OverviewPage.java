package org.orbweaver.console.up;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.up.EventLog;
import org.orbweaver.app.up.HouseWatch;
import org.orbweaver.app.up.Job;

/** What runs, how fast, what needs attention, and what has happened. */
final class OverviewPage implements ConsolePage.Inside {
  private static final int EVENTS_SHOWN = 14;

  /** Less than this is worth a word. */
  private static final long LITTLE_ROOM = 2L << 30;

  private final House house;

  OverviewPage(House house) {
    this.house = house;
  }

  @Override
  public void write(Html html, ConsoleWords words) {
    PeerStatus peer = house.peer().status();
    Instant now = house.clock().instant();
    PageParts parts = new PageParts(html, words, now);
    html.element("h1", words.get("page."));
    attention(html, words, peer);
    List<HouseWatch.Sample> samples = house.watch().samples();
    html.open("div", "class", "figures");
    parts.figure("peers", words.number(peer.living()));
    parts.figure("rate", rate(words, samples), rates(samples, HouseWatch.Sample::done));
    parts.figure(
        "open",
        words.number(peer.figures().openTasks()),
        samples.stream().map(each -> (double) each.open()).toList());
    parts.figure("done", words.number(peer.figures().processed()));
    parts.figure(
        "sent",
        words.bytes((double) peer.traffic().bytes()),
        rates(samples, HouseWatch.Sample::sentBytes));
    parts.figure("room", words.bytes((double) house.room()));
    html.close();
    jobs(html, words, parts, peer);
    if (peer.crawls().isEmpty()) {
      html.open("p", "class", "empty").text(words.get("crawls.none")).text(" ");
      html.element("a", words.get("crawls.begin"), "href", "/crawls", "class", "link").close();
    }
    events(html, words, parts);
  }

  private static String rate(ConsoleWords words, List<HouseWatch.Sample> samples) {
    List<HouseWatch.Sample> last = samples.subList(Math.max(0, samples.size() - 8), samples.size());
    if (last.size() < 2) {
      return words.perSecond(0);
    }
    long done = last.getLast().done() - last.getFirst().done();
    Duration past = Duration.between(last.getFirst().at(), last.getLast().at());
    return words.perSecond(1e3 * done / Math.max(1, past.toMillis()));
  }

  private static List<Double> rates(
      List<HouseWatch.Sample> samples, ToLongFunction<HouseWatch.Sample> figure) {
    List<Double> rates = new ArrayList<>();
    for (int i = 1; i < samples.size(); i++) {
      HouseWatch.Sample before = samples.get(i - 1);
      HouseWatch.Sample after = samples.get(i);
      long millis = Math.max(1, Duration.between(before.at(), after.at()).toMillis());
      rates.add(1e3 * (figure.applyAsLong(after) - figure.applyAsLong(before)) / millis);
    }
    return rates;
  }

  private void attention(Html html, ConsoleWords words, PeerStatus peer) {
    List<String> attention = attention(words, peer);
    if (attention.isEmpty()) {
      html.open("p", "class", "calm").element("span", "", "class", "status on");
      html.text(words.get("calm")).close();
      return;
    }
    html.open("section", "class", "attention", "aria-labelledby", "attention");
    html.element("h2", words.get("attention"), "id", "attention").open("ul");
    attention.forEach(each -> html.element("li", each));
    html.close().close();
  }

  /** All that a person should know of first, in words. */
  private List<String> attention(ConsoleWords words, PeerStatus peer) {
    List<String> attention = new ArrayList<>();
    if (house.desk().isLeaving()) {
      attention.add(words.get("leaving"));
    }
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
    if (house.room() < LITTLE_ROOM) {
      attention.add(words.get("room.little", words.bytes((double) house.room()), house.data()));
    }
    if (peer.living() == 1) {
      attention.add(words.get("alone", peer.address()));
    }
    return attention;
  }

  private void jobs(Html html, ConsoleWords words, PageParts parts, PeerStatus peer) {
    html.element("h2", words.get("runs")).open("ul", "class", "jobs");
    job(
        html,
        peer.trouble() == null ? "status on" : "status",
        words.get("job.peer"),
        words.get(
            "job.peer.goes",
            peer.living(),
            words.number(peer.figures().openTasks()),
            words.number(peer.figures().processed())),
        "/swarm");
    html.close();
    for (Job.State job : house.jobs().get()) {
      boolean on = job.stage() == Job.Stage.RUNNING;
      job(
          html,
          on ? "status on" : job.stage() == Job.Stage.FAILED ? "status" : "status wait",
          words.get("job." + job.name()),
          on ? job.sentence() : words.get("stage." + job.stage()) + ": " + job.sentence(),
          words.get("job." + job.name() + ".page"));
      html.open("small");
      parts.time(job.since());
      html.close().close();
    }
    html.close();
  }

  /** The item stays open for what else is to be said. */
  private static void job(Html html, String light, String name, String how, String page) {
    html.open("li").element("span", "", "class", light);
    html.element("a", name, "href", page, "class", "job").element("span", how);
  }

  /** The latest, among them the latest that matter: they would be lost among the others. */
  private static List<EventLog.Event> chosen(List<EventLog.Event> all) {
    List<EventLog.Event> shown = new ArrayList<>();
    int calm = 0;
    for (EventLog.Event each : all) {
      boolean matters = each.level() != EventLog.Level.INFO;
      if (shown.size() < EVENTS_SHOWN && (matters || calm < EVENTS_SHOWN / 2)) {
        calm += matters ? 0 : 1;
        shown.add(each);
      }
    }
    return shown;
  }

  private void events(Html html, ConsoleWords words, PageParts parts) {
    List<EventLog.Event> latest = chosen(house.events().latest());
    if (latest.isEmpty()) {
      return;
    }
    html.element("h2", words.get("events")).open("ol", "class", "events");
    for (EventLog.Event each : latest) {
      html.open("li", "class", each.level().word());
      parts.time(each.at());
      html.element("span", each.about() + " " + each.sentence()).close();
    }
    html.close();
  }
}
