package org.orbweaver.app.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Task;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a crawl's tasks of one kind brought, other than pages: parts of the DHT, torrents. It is
 * fetched from whoever keeps it into one directory, a file each, of whose bytes every piece has the
 * name. What is there already is not fetched again; what nobody could give is written down, and so
 * is what cannot have come of the crawl.
 */
public final class KeptResults {
  private static final String LIST = "results.jsonl";
  private static final String MISSING = "missing.txt";
  private static final String REFUSED = "refused.txt";
  private static final int MOST = 200_000;

  /** Of those that are refused so many are written down. */
  private static final int MOST_REFUSED = 1_000;

  private static final int AT_ONCE = 8;

  /** A peer that has just died is asked in vain until the others have noticed. */
  private static final int PASSES = 4;

  private static final long PAUSE_MILLIS = 6_000;

  /**
   * What came of it.
   *
   * @param results that the swarm lists
   * @param brought of them in this run
   * @param missing that nobody who answered could give
   * @param refused that a peer lists though they cannot have come of the crawl
   * @param twice tasks of which two differ in their last round: both sides of a partition did them,
   *     or one is a lie
   * @param asked peers, and
   * @param answered those that listed all they have
   */
  public record Report(
      String directory,
      int results,
      int brought,
      int missing,
      int refused,
      int twice,
      int asked,
      int answered) {}

  /**
   * What is to be brought.
   *
   * @param scheme of the tasks that are meant
   * @param kinds that say where such tasks stand
   * @param now in seconds since 1970
   */
  public record Wanted(CrawlId crawl, CrawlPlan plan, String scheme, TaskKinds kinds, long now) {
    boolean is(Task task) {
      return task.uri().startsWith(scheme + ':');
    }

    /** Why that cannot have come of it; empty if it can. */
    String objection(Task task, RoundOutcome outcome) {
      if (!kinds.isInItsPlace(task)) {
        return "it stands where no such task does";
      }
      // Clocks differ; but the latest round would take the place of all others.
      return outcome.round() > plan.round(now) + 1
          ? "there was no round %d yet".formatted(outcome.round())
          : "";
    }
  }

  /**
   * A result in the directory.
   *
   * @param summary as the task's record has it
   */
  public record Brought(String file, String uri, int round, String summary) {}

  private record Kept(String uri, int round, List<EntryId> pieces, String summary) {
    String file() {
      return SwarmCapture.name(pieces) + ".result";
    }

    Brought brought() {
      return new Brought(file(), uri, round, summary);
    }
  }

  private record Miss(Kept result, String because) {}

  private final SwarmAccess swarm;
  private final Wanted wanted;
  private final Path directory;

  public KeptResults(SwarmAccess swarm, Wanted wanted, Path directory) {
    this.swarm = swarm;
    this.wanted = wanted;
    this.directory = directory;
  }

  public Report run() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Gathered found = new Gathered(wanted);
    List<Endpoint> peers = swarm.living();
    int answered =
        new SwarmRecords(swarm).ask(peers, SwarmRecords.everything(wanted.crawl()), found);
    List<Kept> all = found.sorted();
    List<Kept> left =
        all.stream().filter(each -> !Files.exists(directory.resolve(each.file()))).toList();
    int toBring = left.size();
    List<Miss> missing = List.of();
    for (int pass = 0; pass < PASSES && !left.isEmpty(); pass++) {
      if (pass > 0) {
        Thread.sleep(PAUSE_MILLIS);
      }
      missing = bring(left);
      left = missing.stream().map(Miss::result).toList();
    }
    list(all);
    Files.write(
        directory.resolve(MISSING),
        missing.stream().map(each -> each.result.uri + ' ' + each.because).toList());
    Files.write(directory.resolve(REFUSED), found.refused());
    List<Brought> last = in(directory);
    return new Report(
        directory.toString(),
        all.size(),
        toBring - missing.size(),
        missing.size(),
        found.refused().size(),
        last.size() - (int) last.stream().map(Brought::uri).distinct().count(),
        peers.size(),
        answered);
  }

  private void list(List<Kept> all) throws IOException {
    Files.write(
        directory.resolve(LIST),
        all.stream()
            .filter(each -> Files.exists(directory.resolve(each.file())))
            .map(each -> JsonMapper.shared().writeValueAsString(each.brought()))
            .toList());
  }

  /** What is in a directory: of each task what came of the last of its rounds. */
  public static List<Brought> in(Path directory) throws IOException {
    Map<String, List<Brought>> latest = new LinkedHashMap<>();
    for (String line : Files.readAllLines(directory.resolve(LIST))) {
      Brought each = JsonMapper.shared().readValue(line, Brought.class);
      List<Brought> before = latest.get(each.uri());
      if (before == null || before.getFirst().round() < each.round()) {
        latest.put(each.uri(), new ArrayList<>(List.of(each)));
      } else if (before.getFirst().round() == each.round()) {
        before.add(each); // two sides of a partition did it
      }
    }
    return latest.values().stream().flatMap(List::stream).toList();
  }

  /** Returns those that could not be had. */
  private List<Miss> bring(List<Kept> wanted) throws IOException, InterruptedException {
    List<Miss> missing = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      Map<Kept, Future<?>> coming = new LinkedHashMap<>();
      wanted.forEach(each -> coming.put(each, threads.submit(() -> fetch(each))));
      for (Map.Entry<Kept, Future<?>> each : coming.entrySet()) {
        try {
          each.getValue().get();
        } catch (ExecutionException e) {
          missing.add(
              new Miss(each.getKey(), Sentence.of(e.getCause() == null ? e : e.getCause())));
        }
      }
    }
    return missing;
  }

  private Path fetch(Kept result) throws IOException {
    Path part = Files.createTempFile(directory, "result-", ".part");
    BorrowedFiles.bring(result.pieces, result.uri, part, swarm);
    return Files.move(part, directory.resolve(result.file()), StandardCopyOption.REPLACE_EXISTING);
  }

  private static final class Gathered implements SwarmRecords.Sink {
    private final Wanted wanted;
    private final Map<String, Kept> results = new LinkedHashMap<>();
    private final Set<String> refused = new TreeSet<>();

    Gathered(Wanted wanted) {
      this.wanted = wanted;
    }

    @Override
    public synchronized void add(Entry record) {
      Task task = Task.of(record);
      RoundOutcome outcome = task == null ? null : RoundOutcome.of(task, record);
      if (task == null || outcome == null || !wanted.is(task)) {
        return;
      }
      String objection = wanted.objection(task, outcome);
      if (!objection.isEmpty()) {
        if (refused.size() < MOST_REFUSED) {
          refused.add(task.uri() + ' ' + objection);
        }
        return;
      }
      Result result = Result.read(outcome.result());
      if (!result.pieces().isEmpty()) {
        Kept kept =
            new Kept(
                task.uri(),
                outcome.round(),
                result.pieces(record.id().key()),
                new String(result.summary(), StandardCharsets.UTF_8));
        results.putIfAbsent(kept.uri + ' ' + kept.file(), kept);
      }
    }

    @Override
    public synchronized boolean isFull() {
      return results.size() >= MOST;
    }

    synchronized List<String> refused() {
      return List.copyOf(refused);
    }

    synchronized List<Kept> sorted() {
      return results.values().stream()
          .sorted(Comparator.comparing(Kept::uri).thenComparingInt(Kept::round))
          .toList();
    }
  }
}
