package org.orbweaver.app.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.app.Sentence;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.trust.Gate;

/**
 * A whole crawl brought to one place: what any peer keeps of it, each capture once, as WARC files
 * whose names nobody else's have. It goes on where it stopped, and writes down what it could not
 * get.
 */
public final class CrawlExport {
  private static final String MISSING = "missing.txt";
  private static final int AT_ONCE = 8;
  private static final int WINDOW = 64;

  /** A peer that has just died is asked in vain until the others have noticed. */
  private static final int PASSES = 4;

  private static final long PAUSE_MILLIS = 6_000;

  /**
   * What came of it.
   *
   * @param captures that the swarm has of the crawl
   * @param written of them in this run
   * @param missing that nobody who answered could give
   * @param takenDown that the crawl's owner wants shown no more, and that stay where they are
   * @param asked peers, and
   * @param answered those that listed all they have
   * @param refusals why others did not, and what would have to be done, a sentence each
   */
  public record Report(
      String directory,
      int captures,
      int written,
      int missing,
      int takenDown,
      int asked,
      int answered,
      List<String> refusals) {}

  private record Miss(SwarmCapture capture, String because) {}

  private final SwarmAccess swarm;
  private final CrawlId crawl;
  private final Path directory;
  private final List<String> takedowns;

  /**
   * @param takedowns of the crawl's owner, which go along
   */
  public CrawlExport(SwarmAccess swarm, CrawlId crawl, Path directory, List<String> takedowns) {
    this.swarm = swarm;
    this.crawl = crawl;
    this.directory = directory;
    this.takedowns = List.copyOf(takedowns);
  }

  public Report run() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    SwarmCaptures.Answer kept = new SwarmCaptures(swarm).everywhere(crawl);
    AccessRules.join(directory, takedowns);
    AccessRules rules = AccessRules.of(takedowns);
    List<SwarmCapture> all =
        kept.captures().stream()
            .filter(each -> rules.refusal(Act.SHOW, RuleSubject.address(each.uri())) == null)
            .toList();
    try (ExportFiles files = ExportFiles.open(directory, crawl)) {
      List<SwarmCapture> left = all.stream().filter(each -> !files.has(each.name())).toList();
      int before = all.size() - left.size();
      Set<String> crawled =
          kept.captures().stream()
              .flatMap(each -> Stream.of(each.uri(), each.address()))
              .map(CaptureChoice::surt)
              .collect(Collectors.toSet());
      List<Miss> missing = List.of();
      for (int pass = 0; pass < PASSES && (pass == 0 || !missing.isEmpty()); pass++) {
        if (pass > 0) {
          Thread.sleep(PAUSE_MILLIS);
        }
        missing = bring(left, files, crawled);
        left = missing.stream().map(Miss::capture).toList();
      }
      Files.write(
          directory.resolve(MISSING),
          missing.stream()
              .map(
                  each -> "%s %s %s".formatted(each.capture.at(), each.capture.uri(), each.because))
              .toList());
      return new Report(
          directory.toString(),
          all.size(),
          all.size() - before - missing.size(),
          missing.size(),
          kept.captures().size() - all.size(),
          kept.asked(),
          kept.answered(),
          kept.answered() == kept.asked() ? List.of() : swarm.refusals(Gate.Service.EXPORT));
    }
  }

  /** Several at once, appended in their order; returns those that could not be had. */
  private List<Miss> bring(List<SwarmCapture> wanted, ExportFiles files, Set<String> crawled)
      throws IOException, InterruptedException {
    List<Miss> missing = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      for (int from = 0; from < wanted.size(); from += WINDOW) {
        List<SwarmCapture> some = wanted.subList(from, Math.min(wanted.size(), from + WINDOW));
        List<Future<Path>> brought = new ArrayList<>();
        for (SwarmCapture capture : some) {
          brought.add(threads.submit(() -> bring(capture)));
        }
        for (int i = 0; i < some.size(); i++) {
          try {
            files.add(some.get(i), brought.get(i).get(), crawled);
          } catch (ExportFiles.UnsoundCapture e) {
            missing.add(new Miss(some.get(i), "its records are no capture: " + Sentence.of(e)));
          } catch (ExecutionException e) {
            missing.add(
                new Miss(some.get(i), Sentence.of(e.getCause() == null ? e : e.getCause())));
          }
        }
        files.commit();
      }
    }
    return missing;
  }

  private Path bring(SwarmCapture capture) throws IOException {
    Path file = Files.createTempFile(directory, "capture-", ".part");
    BorrowedFiles.bring(capture, file, swarm);
    return file;
  }
}
