package org.orbweaver.console.up;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.orbweaver.app.swarm.PeerAnswer;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.task.TaskLog;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.node.TaskFailures;

/** Crawls to begin, watch, pause and stop; why pages fail; what is being done. */
final class CrawlsPage implements ConsolePage.Inside {
  private static final int MOST_FAILED = 200;
  private static final int CRAWLS_SHOWN = 12;
  private static final int RUNS_SHOWN = 40;
  private static final int HOSTS_SHOWN = 16;

  private final House house;
  private final FormToken token;
  private final PendingOrders orders;

  CrawlsPage(House house, FormToken token, PendingOrders orders) {
    this.house = house;
    this.token = token;
    this.orders = orders;
  }

  @Override
  public void write(Html html, ConsoleWords words) {
    PeerStatus peer = house.peer().status();
    PageParts parts = new PageParts(html, words, house.clock().instant());
    html.element("h1", words.get("page.crawls"));
    begin(html, words);
    if (orders.underWay() > 0) {
      html.element("p", words.get("crawls.waits", orders.underWay()), "class", "calm");
    }
    if (peer.crawls().isEmpty()) {
      parts.empty("crawls.none");
    }
    List<PeerStatus.Crawl> crawls = newestFirst(peer);
    for (PeerStatus.Crawl crawl : crawls.subList(0, Math.min(CRAWLS_SHOWN, crawls.size()))) {
      crawl(html, words, parts, crawl);
    }
    if (crawls.size() > CRAWLS_SHOWN) {
      html.element("p", words.get("crawls.more", crawls.size() - CRAWLS_SHOWN), "class", "soft");
    }
    hosts(html, words, parts);
    reasons(html, words, parts, peer);
    failed(html, words, parts);
    log(html, words, parts);
  }

  /** Those at work before those that rest or are over. */
  private static List<PeerStatus.Crawl> newestFirst(PeerStatus peer) {
    List<String> order = List.of("running", "paused", "finished", "stopped");
    return peer.crawls().stream()
        .sorted(
            Comparator.<PeerStatus.Crawl>comparingInt(each -> order.indexOf(each.state()))
                .thenComparing(PeerStatus.Crawl::begun, Comparator.reverseOrder()))
        .toList();
  }

  private void begin(Html html, ConsoleWords words) {
    html.open("form", "method", "post", "action", "/crawls", "class", "begin card");
    token.write(html);
    html.open("label", "class", "wide").text(words.get("seed"));
    html.empty(
            "input",
            "name",
            "seed",
            "required",
            "",
            "placeholder",
            "https://example.org/",
            "autocomplete",
            "off")
        .close();
    html.open("label").text(words.get("depth"));
    html.empty(
            "input",
            "name",
            "depth",
            "type",
            "number",
            "min",
            "0",
            "max",
            "9999",
            "value",
            "" + UpApi.USUAL_DEPTH)
        .close();
    html.element("button", words.get("begin"), "class", "primary").close();
  }

  private void crawl(Html html, ConsoleWords words, PageParts parts, PeerStatus.Crawl crawl) {
    boolean over = crawl.state().equals("finished") || crawl.state().equals("stopped");
    html.open(
        "article",
        "class",
        over ? "card crawl over" : "card crawl",
        "id",
        "crawl-" + crawl.number());
    html.open("div", "class", "title").element("strong", crawl.firstSeed());
    if (crawl.seeds() > 1) {
      html.element("small", words.get("seeds.more", crawl.seeds() - 1));
    }
    if (over) {
      html.element(
          "small",
          words.get("crawl.was", words.number(crawl.fetched()), words.number(crawl.failed())),
          "class",
          "soft");
    }
    html.open("small", "class", "soft").text(words.get("crawl.begun")).text(" ");
    parts.time(crawl.begun());
    html.close();
    html.element("span", words.get("state." + crawl.state()), "class", "badge " + crawl.state());
    html.close();
    if (!over) {
      progress(html, words, crawl);
      orders(html, words, crawl);
    }
    failures(html, words, crawl);
    html.close();
  }

  private static void progress(Html html, ConsoleWords words, PeerStatus.Crawl crawl) {
    long all = Math.max(1, crawl.found());
    html.element(
        "progress",
        "",
        "max",
        String.valueOf(all),
        "value",
        String.valueOf(crawl.fetched() + crawl.failed()),
        "aria-label",
        words.get("progress"));
    String counted =
        words.get(
            "crawl.goes",
            words.number(crawl.fetched()),
            words.number(crawl.open()),
            words.number(crawl.failed()));
    String pace =
        crawl.pagesPerSecond() == 0
            ? ""
            : words.get("crawl.pace", words.perSecond(crawl.pagesPerSecond()));
    html.open("p", "class", "soft").text(counted + pace).close();
  }

  private void orders(Html html, ConsoleWords words, PeerStatus.Crawl crawl) {
    if (!crawl.stoppable()) {
      return;
    }
    boolean rests = crawl.state().equals("paused");
    html.open("div", "class", "orders");
    order(html, words, crawl, rests ? "resume" : "pause");
    order(html, words, crawl, "stop");
    html.close();
  }

  private void order(Html html, ConsoleWords words, PeerStatus.Crawl crawl, String order) {
    String action = "/crawls/" + crawl.number() + "/" + order;
    html.open("form", "method", "post", "action", action);
    token.write(html);
    html.element(
        "button", words.get(order), "aria-label", words.get(order) + ": " + crawl.firstSeed());
    html.close();
  }

  private static void failures(Html html, ConsoleWords words, PeerStatus.Crawl crawl) {
    if (crawl.failures().isEmpty()) {
      return;
    }
    html.open("details", "id", "failures-" + crawl.number());
    html.element("summary", words.get("failures", words.number(crawl.failed())));
    html.open("ul", "class", "hosts");
    for (CrawlTally.Reason reason : crawl.failures()) {
      html.open("li").element("span", reason.because() + ": " + reason.example());
      html.element("span", words.number(reason.times()), "class", "number").close();
    }
    html.close().close();
  }

  private void hosts(Html html, ConsoleWords words, PageParts parts) {
    List<WorkedHost> hosts = WorkedHost.in(house.peer().log());
    if (hosts.isEmpty()) {
      return;
    }
    html.element("h2", words.get("hosts"));
    parts.table("hosts", "host", "host.done", "host.failed", "host.pace", "host.latest");
    for (WorkedHost host : hosts.subList(0, Math.min(HOSTS_SHOWN, hosts.size()))) {
      html.open("tr").element("td", host.name());
      parts.number(host.done());
      parts.number(host.failed());
      Duration pace = host.pace();
      html.element(
          "td",
          pace == null ? "–" : words.get("host.every", words.fineSpan(pace)),
          "class",
          "number");
      html.open("td");
      parts.time(host.latest());
      html.close().close();
    }
    parts.endTable();
  }

  private static void reasons(Html html, ConsoleWords words, PageParts parts, PeerStatus peer) {
    if (peer.failures().isEmpty() && peer.troubles().isEmpty()) {
      return;
    }
    html.element("h2", words.get("reasons"));
    parts.table("reasons", "because", "attempts", "givenup", "example");
    for (TaskFailures.Reason reason : peer.failures()) {
      html.open("tr").element("td", reason.because());
      parts.number(reason.attempts());
      parts.number(reason.givenUp());
      html.element("td", reason.example()).close();
    }
    for (Troubles.Trouble each : peer.troubles()) {
      html.open("tr").element("td", each.because());
      parts.number(each.times());
      html.element("td", "").element("td", each.example()).close();
    }
    parts.endTable();
  }

  private void failed(Html html, ConsoleWords words, PageParts parts) {
    List<PeerAnswer.FailedTask> failed = house.peer().failed(MOST_FAILED);
    if (failed.isEmpty()) {
      return;
    }
    html.open("details", "id", "failed").element("summary", words.get("failed", failed.size()));
    parts.table("reasons", "address", "because");
    for (PeerAnswer.FailedTask task : failed) {
      html.open("tr").element("td", task.uri()).element("td", task.because()).close();
    }
    parts.endTable();
    html.close();
  }

  private void log(Html html, ConsoleWords words, PageParts parts) {
    List<TaskLog.Run> runs = house.peer().log();
    if (runs.isEmpty()) {
      return;
    }
    html.element("h2", words.get("log"));
    parts.table("log", "when", "outcome", "address");
    for (TaskLog.Run run : runs.subList(0, Math.min(RUNS_SHOWN, runs.size()))) {
      html.open("tr").open("td");
      parts.time(run.at());
      html.close().open("td");
      parts.badge(
          run.end().name().toLowerCase(java.util.Locale.ROOT), words.get("end." + run.end()));
      html.text(run.because().isEmpty() ? "" : " " + run.because()).close();
      html.element("td", run.uri()).close();
    }
    parts.endTable();
  }
}
