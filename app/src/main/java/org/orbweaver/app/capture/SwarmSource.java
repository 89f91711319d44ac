package org.orbweaver.app.capture;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.archive.index.CaptureIndex.RowVisitor;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.RevisitResponse;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.archive.warc.Sha1Digest;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.RpcMessage;

/**
 * The archive of the whole swarm as the time machine reads it (Herodotus §4.9), on any peer: what
 * this peer does not keep it asks others for, and says from whom it has it.
 */
public final class SwarmSource implements CaptureSource {
  private static final String NAME = "swarm";
  private static final String END_OF_SURT = " ";

  /** A page's requisites are asked for within moments of each other. */
  private static final long FRESH_NANOS = 3_000_000_000L;

  /** What no peer would have recorded is no page, but a stranger's bomb. */
  private static final long LARGEST = FetchLimits.usual().largestResponse();

  private static final int MOST_ADDRESSES = 4_096;
  private static final int MOST_ROWS = 1 << 16;

  private record Known(List<SwarmCapture> captures, List<IndexRow> rows, long at) {}

  private final SwarmCaptures captures;
  private final BorrowedFiles files;
  private final Function<Instant, @Nullable Instant> rounds;
  private final @Nullable CaptureSource own;
  private final CrawlTakedowns takedowns;
  private final Map<String, Known> known =
      Collections.synchronizedMap(new LruMap<>(MOST_ADDRESSES));
  private final Map<Integer, SwarmCapture> byNumber =
      Collections.synchronizedMap(new LruMap<>(MOST_ROWS));
  private final Map<String, Integer> numbers = Collections.synchronizedMap(new LruMap<>(MOST_ROWS));
  private int lastNumber;

  /**
   * @param rounds when the round ended that was under way at a time, of the crawls that this peer
   *     knows
   * @param own what it need not show, because another source of the same archive does
   * @param takedowns of the owners of crawls
   */
  public SwarmSource(
      SwarmAccess swarm,
      BorrowedFiles files,
      Function<Instant, @Nullable Instant> rounds,
      @Nullable CaptureSource own,
      CrawlTakedowns takedowns) {
    this.captures = new SwarmCaptures(swarm);
    this.files = files;
    this.rounds = rounds;
    this.own = own;
    this.takedowns = takedowns;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public @Nullable Instant roundEnd(Instant at) {
    return rounds.apply(at);
  }

  @Override
  public void oldestFirst(String surt, Instant from, RowVisitor visitor) {
    for (IndexRow row : rows(surt)) {
      if (!row.at().isBefore(from) && !visitor.visit(row)) {
        return;
      }
    }
  }

  @Override
  public void newestFirst(String surt, Instant notAfter, RowVisitor visitor) {
    for (IndexRow row : rows(surt).reversed()) {
      if (!row.at().isAfter(notAfter) && !visitor.visit(row)) {
        return;
      }
    }
  }

  /**
   * Of one address its holders are asked, within a host its peers, else all. In keys a SURT ends in
   * a space, so a beginning that has one means that address and no other.
   */
  @Override
  public void scan(String surtStart, String from, RowVisitor visitor) {
    List<IndexRow> rows =
        surtStart.endsWith(END_OF_SURT)
            ? rows(surtStart.substring(0, surtStart.length() - END_OF_SURT.length()))
            : within(surtStart);
    for (IndexRow row : rows) {
      if ((row.surt() + END_OF_SURT).compareTo(from) >= 0 && !visitor.visit(row)) {
        return;
      }
    }
  }

  private List<IndexRow> within(String surtStart) {
    List<String> hosts = SurtAddress.hosts(surtStart);
    List<SwarmCapture> found =
        hosts.isEmpty()
            ? joined(List.of(captures.everywhere(RpcMessage.ListResults.ANY_CRAWL)))
            : joined(hosts.stream().map(captures::ofHost).toList());
    Map<String, Set<Instant>> shown = new HashMap<>();
    return rows(found).stream()
        .filter(row -> row.surt().startsWith(surtStart))
        .filter(row -> !shown.computeIfAbsent(row.surt(), this::ownTimes).contains(row.at()))
        .sorted(Comparator.comparing(IndexRow::surt).thenComparing(IndexRow::at))
        .toList();
  }

  private List<IndexRow> rows(String surt) {
    return known(surt).rows;
  }

  private Known known(String surt) {
    Known before = known.get(surt);
    long now = System.nanoTime();
    if (before != null && now - before.at < FRESH_NANOS) {
      return before;
    }
    List<SwarmCapture> found = joined(SurtAddress.of(surt).stream().map(captures::of).toList());
    Set<Instant> shown = ownTimes(surt);
    List<IndexRow> rows =
        rows(found).stream()
            .filter(row -> !shown.contains(row.at()))
            .sorted(Comparator.comparing(IndexRow::at))
            .toList();
    Known fresh = new Known(List.copyOf(found), rows, now);
    known.put(surt, fresh);
    return fresh;
  }

  @Override
  public boolean mayRefuse() {
    return true;
  }

  @Override
  public @Nullable String refusal(IndexRow row) {
    SwarmCapture capture = byNumber.get(row.payload().file());
    return capture == null ? null : takedowns.reason(capture.crawl(), capture.uri());
  }

  /**
   * Why a capture that lies in this peer's own files is not shown: those do not say which crawl it
   * is of, but the swarm's records do. One that several crawls share is shown as long as one of
   * them has not taken it down; one that no record tells of is not, if any crawl has.
   */
  @Nullable String refusal(String url, Instant at) {
    if (!takedowns.mayConcern(url)) {
      return null;
    }
    String because = "its crawl's owner has taken it down";
    List<SwarmCapture> recorded;
    try {
      recorded = known(CaptureChoice.surt(url)).captures;
    } catch (IllegalStateException e) {
      return because; // nobody can tell just now which crawl it is of
    }
    for (SwarmCapture capture : recorded) {
      if (capture.at().equals(at) || capture.page().seen().contains(at)) {
        String reason = takedowns.reason(capture.crawl(), capture.uri());
        if (reason == null) {
          return null;
        }
        because = reason;
      }
    }
    return because;
  }

  @Override
  public RuleSubject subject(IndexRow row) {
    SwarmCapture capture = byNumber.get(row.payload().file());
    return capture == null
        ? RuleSubject.of(row)
        : new RuleSubject(row.url(), row.mediaType(), capture.page().received(), row.digest());
  }

  /**
   * All that was found. That some did not answer must not look as if nothing had been captured: one
   * of them may be the only one that has it so far, while the others fill their disks.
   */
  private static List<SwarmCapture> joined(List<SwarmCaptures.Answer> answers) {
    int asked = answers.stream().mapToInt(SwarmCaptures.Answer::asked).sum();
    int answered = answers.stream().mapToInt(SwarmCaptures.Answer::answered).sum();
    List<SwarmCapture> all =
        answers.stream().flatMap(answer -> answer.captures().stream()).toList();
    if (all.isEmpty() && answered < asked) {
      throw new IllegalStateException(
          "%d of %d questions to the peers that keep it were not answered; try again"
              .formatted(asked - answered, asked));
    }
    return all;
  }

  /** When this peer captured it, as another source of the same archive shows. */
  private Set<Instant> ownTimes(String surt) {
    Set<Instant> times = new HashSet<>();
    if (own != null) {
      own.oldestFirst(
          surt,
          Instant.EPOCH,
          row -> {
            times.add(row.at());
            return true;
          });
    }
    return times;
  }

  /** Each capture, and each visit that found it unchanged. */
  private List<IndexRow> rows(List<SwarmCapture> found) {
    List<IndexRow> rows = new ArrayList<>();
    for (SwarmCapture capture : found) {
      PageSummary page = capture.page();
      if (page.status() == 0) {
        continue; // of another kind than pages
      }
      RecordLocation place = new RecordLocation(number(capture), 0, 0);
      rows.add(row(capture, page.capture().at(), IndexRow.Kind.RESPONSE, page.status(), place));
      for (Instant at : page.seen()) {
        rows.add(row(capture, at, IndexRow.Kind.NOT_MODIFIED, 304, place));
      }
    }
    return rows;
  }

  private static IndexRow row(
      SwarmCapture capture, Instant at, IndexRow.Kind kind, int status, RecordLocation place) {
    PageSummary page = capture.page();
    return new IndexRow(
        capture.address(),
        at,
        kind,
        status,
        place,
        place,
        page.capture().digest(),
        page.mediaType(),
        page.capture().etag(),
        page.capture().lastModified());
  }

  /** By which a row tells what it is of. */
  private int number(SwarmCapture capture) {
    synchronized (numbers) {
      int number = numbers.computeIfAbsent(capture.name(), name -> ++lastNumber);
      byNumber.put(number, capture);
      return number;
    }
  }

  private SwarmCapture capture(RecordLocation place) throws FileNotFoundException {
    SwarmCapture capture = byNumber.get(place.file());
    if (capture == null) {
      throw new FileNotFoundException("too many captures were listed since: ask for it again");
    }
    return capture;
  }

  @Override
  public Response open(IndexRow row) throws IOException {
    return open(row, LARGEST);
  }

  @Override
  public Response open(IndexRow row, long most) throws IOException {
    SwarmCapture capture = capture(row.payload());
    StoredRecords records = records(capture);
    long limit = Math.min(most, LARGEST);
    Response response = opened(capture, records, records, limit);
    if (response == null) {
      response = shared(capture, records, limit);
    }
    if (response == null) {
      throw new FileNotFoundException(
          "what the swarm keeps of %s of %s has no body".formatted(row.url(), row.at()));
    }
    return response;
  }

  /** With the payload that the page has which this one refers to; null if the swarm has it not. */
  private @Nullable Response shared(SwarmCapture capture, StoredRecords records, long most)
      throws IOException {
    String uri = records.refersTo(capture.address());
    if (uri == null) {
      return null;
    }
    IOException problem = null;
    for (SwarmCapture other : captures.of(uri).captures()) {
      try {
        Response response = opened(capture, records, records(other), most);
        if (response != null) {
          return response;
        }
      } catch (IOException e) {
        problem = e; // one who wrote nonsense must not keep others' copies from being shown
      } catch (RuntimeException e) {
        problem = new IOException("the records of " + uri + " cannot be read", e);
      }
    }
    if (problem != null) {
      throw problem;
    }
    return null;
  }

  /**
   * A capture with its payload from these records; null if they have none with its digest. That is
   * reckoned, not read: whoever fetched the other page could write any digest above any body, and
   * all who refer to it would show that.
   */
  private static @Nullable Response opened(
      SwarmCapture capture, StoredRecords records, StoredRecords payload, long most)
      throws IOException {
    byte[] digest = capture.page().capture().digest();
    InputStream body = payload.response(digest);
    if (body == null) {
      return null;
    }
    Response response;
    try (InputStream http = body;
        InputStream head = records.revisit(capture.address())) {
      response = Response.stored(head == null ? http : RevisitResponse.of(head, http), most);
    }
    try (InputStream all = response.payload()) {
      if (Arrays.equals(digest, Sha1Digest.of(all))) {
        return response;
      }
    } catch (IOException | RuntimeException e) {
      response.close();
      throw e;
    }
    response.close();
    return null;
  }

  private StoredRecords records(SwarmCapture capture) throws IOException {
    Path file = files.get(capture).file();
    return new StoredRecords(() -> Files.newInputStream(file));
  }

  @Override
  public String heldBy(IndexRow row) throws IOException {
    return files.get(capture(row.payload())).from();
  }

  @Override
  public InputStream record(RecordLocation place) throws IOException {
    return Files.newInputStream(files.get(capture(place)).file());
  }

  /** Named by its bytes: no two peers have different files of one name. */
  @Override
  public String fileName(RecordLocation place) {
    SwarmCapture capture = byNumber.get(place.file());
    return capture == null ? "" : "swarm-" + capture.name() + ".warc.gz";
  }

  @Override
  public void close() {}
}
