package org.orbweaver.lab.up;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbweaver.app.Progress;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.lab.web.WebChange;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.web.LoopbackWeb;
import org.orbweaver.sim.web.VisitLog;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.sim.web.WebTruth;

/**
 * A web that changes, visited every day by a swarm of real processes (Herodotus §4.7, 4.8), where a
 * day lasts a minute or so. The web's day begins when the crawl's round does; who is late visits
 * the next day's pages, and the days that did not end in time are counted.
 */
public final class SwarmRounds {
  private static final String PEERS = "127.91.1";
  private static final int PORT = 18_591;
  private static final Duration LOOK = Duration.ofMillis(500);

  /** So long before a round begins the web's next day does: nobody visits anything then. */
  private static final Duration DAWN = Duration.ofMillis(400);

  /** What the first round of all may take, in days: everything is new, and so are the peers. */
  private static final int FIRST = 3;

  /**
   * One day.
   *
   * @param missed pages and images that nobody visited, of
   * @param expected so many
   * @param repeated that were visited more than once
   * @param busySeconds until the last visit
   * @param newBytes what the web said that it had not said before, compressed
   * @param warcBytes that all peers together wrote: one copy
   * @param newLinks by the web itself
   * @param links that were handed to their owners, to other peers or within one
   * @param sentBytes between peers, but for what keeps the list of members true
   */
  public record Day(
      int day,
      int expected,
      long missed,
      long repeated,
      double busySeconds,
      long requests,
      long newDocuments,
      long newBytes,
      long warcBytes,
      long newLinks,
      long links,
      long sentBytes) {}

  /**
   * What it came to, without the first round, in which everything is new.
   *
   * @param lateDays days in whose evening tasks were open still
   * @param lateDawns days that began after their round, because this machine had no time: visits
   *     before that count for the day before
   * @param missed visits that were not made, of all days
   * @param storage bytes of one copy over the truly new bytes, compressed
   * @param shipped links handed to their owners over new ones
   * @param sentBytesPerPeerAndDay between peers, but for what keeps the list of members true
   * @param membershipBytesPerSecond of a peer, for that
   * @param warcBytes of one copy, the first round included
   * @param dataBytes of all peers' data directories in the end: copies, ledgers, indexes, words
   */
  public record Report(
      int peers,
      int hosts,
      int pages,
      int days,
      double daySeconds,
      int lateDays,
      int lateDawns,
      long missed,
      double storage,
      double shipped,
      double sentBytesPerPeerAndDay,
      double membershipBytesPerSecond,
      long warcBytes,
      long dataBytes,
      Day first,
      List<Day> each,
      List<String> sampleMissed) {}

  private final WebShape shape;
  private final int peers;
  private final int days;
  private final Duration every;
  private final String heap;

  /**
   * @param every how long a day is
   */
  public SwarmRounds(WebOptions web, int peers, int days, Duration every, String heap) {
    this.shape = new WebShape(web);
    this.peers = peers;
    this.days = days;
    this.every = every;
    this.heap = heap;
  }

  public Report run(Path folder, Progress progress) throws IOException, InterruptedException {
    Visits visits = new Visits();
    try (LoopbackWeb web = new LoopbackWeb(shape, PORT, 0, visits);
        UpSwarm swarm = UpSwarm.start(folder, PEERS, peers, heap, options())) {
      return new Run(web, swarm, visits, folder, progress).run();
    }
  }

  private List<String> options() {
    return List.of(
        "--delay=1ms",
        "--ip-delay=1ms",
        "--allow=127.0.0.0/8",
        "--trust=off",
        "--console=-1",
        "--leave-within=0",
        "--reconcile=" + every.toSeconds() + "s");
  }

  /** Whatever log is of today. */
  private static final class Visits implements java.util.function.Consumer<String> {
    private volatile VisitLog today = new VisitLog(java.util.Set.of());

    @Override
    public void accept(String address) {
      today.accept(address);
    }
  }

  private final class Run {
    private final LoopbackWeb web;
    private final UpSwarm swarm;
    private final Visits visits;
    private final Path folder;
    private final Progress progress;
    private final WebTruth truth;
    private final NewBytes newBytes;
    private final List<String> sampleMissed = new ArrayList<>();
    private int late;
    private int tooLate;
    private long requests;
    private long warcs;
    private long links;
    private long sent;

    Run(LoopbackWeb web, UpSwarm swarm, Visits visits, Path folder, Progress progress) {
      this.web = web;
      this.swarm = swarm;
      this.visits = visits;
      this.folder = folder;
      this.progress = progress;
      this.truth = new WebTruth(shape, web.links());
      this.newBytes = new NewBytes(shape, web.links());
    }

    Report run() throws IOException, InterruptedException {
      visits.today = new VisitLog(truth.expected(0));
      // The web stays at its first day for some rounds, so that all of it has been found.
      Instant begun = begin();
      Day first = day(0, begun, begun.plus(every.multipliedBy(FIRST)));
      long membership = sum(it -> it.traffic().membershipBytes());
      List<Day> each = new ArrayList<>();
      for (int day = 1; day <= days; day++) {
        progress.at((double) day / days, "day " + day);
        Instant morning = begun.plus(every.multipliedBy(FIRST + day - 1L));
        each.add(day(day, morning, morning.plus(every)));
      }
      membership = sum(it -> it.traffic().membershipBytes()) - membership;
      double seconds = (double) days * every.toSeconds();
      return new Report(
          peers,
          shape.hosts(),
          shape.options().pages(),
          days,
          every.toSeconds(),
          late,
          tooLate,
          each.stream().mapToLong(Day::missed).sum(),
          ratio(each, Day::warcBytes, Day::newBytes),
          ratio(each, Day::links, Day::newLinks),
          each.stream().mapToLong(Day::sentBytes).average().orElse(0) / peers,
          membership / seconds / peers,
          warcs,
          bytes(file -> true),
          first,
          each,
          List.copyOf(sampleMissed));
    }

    private Instant begin() throws IOException, InterruptedException {
      List<String> seeds =
          IntStream.range(0, shape.hosts()).mapToObj(host -> web.links().home(host) + "/").toList();
      PeerOrders.ask(
          swarm.data(),
          new PeerOrder.Seed(
              seeds, Task.DEEPEST, 0, every.toSeconds(), Map.of("reach", "HOST"), List.of()));
      while (true) {
        for (PeerStatus peer : swarm.living()) {
          if (!peer.crawls().isEmpty()) {
            return peer.crawls().getFirst().begun();
          }
        }
        Thread.sleep(LOOK);
      }
    }

    private Day day(int day, Instant morning, Instant evening)
        throws IOException, InterruptedException {
      VisitLog log = visits.today;
      VisitLog tomorrow = new VisitLog(truth.expected(day + 1));
      Instant lastVisit = morning;
      long seen = web.requests();
      boolean idle = false;
      while (Instant.now().isBefore(evening.minus(LOOK.multipliedBy(3)))) {
        Thread.sleep(LOOK);
        List<PeerStatus> all = swarm.living();
        idle = all.size() == peers && all.stream().allMatch(it -> it.figures().openTasks() == 0);
        if (web.requests() != seen) {
          seen = web.requests();
          lastVisit = Instant.now();
        }
      }
      long wait = Duration.between(Instant.now(), evening.minus(DAWN)).toMillis();
      Thread.sleep(Math.max(0, wait));
      // All else is counted afterwards: on a busy machine it would take until the next round.
      visits.today = tomorrow;
      web.setDay(day + 1);
      tooLate += Instant.now().isAfter(evening) ? 1 : 0;
      late += idle ? 0 : 1;
      sampleMissed.addAll(log.sampleMissed().stream().map(it -> "day " + day + ": " + it).toList());
      long requestsBefore = requests;
      requests = web.requests();
      long warcsBefore = warcs;
      warcs = bytes(file -> file.toString().endsWith(".warc.gz"));
      long linksBefore = links;
      links = sum(it -> it.links().links()) + sum(it -> it.figures().linksKept());
      long sentBefore = sent;
      sent = sum(it -> it.traffic().bytes() - it.traffic().membershipBytes());
      WebChange change = day == 0 ? null : new WebChange(shape, web.links(), day);
      return new Day(
          day,
          log.expected(),
          log.missed(),
          log.repeated(),
          Duration.between(morning, lastVisit).toMillis() / 1e3,
          requests - requestsBefore,
          change == null ? 0 : change.documents(),
          newBytes.of(day),
          warcs - warcsBefore,
          change == null ? 0 : change.newLinks(),
          links - linksBefore,
          sent - sentBefore);
    }

    private long sum(ToLongFunction<PeerStatus> figure) {
      return swarm.living().stream().mapToLong(figure).sum();
    }

    private long bytes(Predicate<Path> which) throws IOException {
      try (Stream<Path> files = Files.walk(folder)) {
        return files.filter(Files::isRegularFile).filter(which).mapToLong(Run::size).sum();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }

    /** Nothing, if it has gone since: databases come and go with their files. */
    private static long size(Path file) {
      try {
        return Files.size(file);
      } catch (IOException e) {
        return 0;
      }
    }
  }

  private static double ratio(List<Day> each, ToLongFunction<Day> of, ToLongFunction<Day> over) {
    return each.stream().mapToLong(of).sum()
        / (double) Math.max(1, each.stream().mapToLong(over).sum());
  }
}
