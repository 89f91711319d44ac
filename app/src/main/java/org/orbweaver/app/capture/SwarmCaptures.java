package org.orbweaver.app.capture;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * Which captures the swarm has: of an address, of a host, of a crawl. All who keep a part of the
 * answer are asked at once and what they say is joined, so that it is whole as long as one of them
 * lives who has it all.
 */
public final class SwarmCaptures {
  /** Of one question; what is beyond is left out. */
  private static final int MOST = 200_000;

  private final SwarmAccess swarm;
  private final SwarmRecords records;

  public SwarmCaptures(SwarmAccess swarm) {
    this.swarm = swarm;
    this.records = new SwarmRecords(swarm);
  }

  /**
   * What came of a question.
   *
   * @param asked how many peers, and of how many parts of a host
   * @param answered how many of them said all they have
   */
  public record Answer(List<SwarmCapture> captures, int asked, int answered) {
    public Answer {
      captures = List.copyOf(captures);
    }
  }

  /**
   * All captures of an address, oldest first, with whatever session ID. A large host's pages are in
   * parts.
   */
  public Answer of(String address) {
    WebUrl page = WebUrl.parse(address);
    String uri = page == null ? address : Canonical.of(page).toString();
    Gathered found = new Gathered(capture -> capture.uri().equals(uri));
    for (int level = 0; level <= TaskKey.HIGHEST_LEVEL; level += HostPart.STEP) {
      Task task = Task.of(RpcMessage.ListResults.ANY_CRAWL, uri).at(level);
      Key key = task.id().key();
      ask(swarm.holders(key), RpcMessage.ListResults.of(key), found);
      HostPart part = task.part();
      if (part == null || swarm.entry(part.id()) == null) {
        break; // the parts that follow have nothing
      }
    }
    return found.answer();
  }

  /** All captures of a host, which may have a port. */
  public Answer ofHost(String host) {
    Gathered found = new Gathered(capture -> TaskKey.host(capture.uri()).equals(host));
    part(new HostPart(host, 0, 0), found);
    return found.answer();
  }

  private void part(HostPart part, Gathered found) {
    long place = part.id().key().high();
    EntryId first = new EntryId(new Key(place, 0, 0), Long.MIN_VALUE);
    EntryId last = new EntryId(new Key(place, -1, -1), Long.MAX_VALUE);
    ask(
        swarm.holders(part.id().key()),
        new RpcMessage.ListResults(first, last, RpcMessage.ListResults.ANY_CRAWL),
        found);
    if (swarm.entry(part.id()) != null) {
      for (int child = 0; child < 1 << HostPart.STEP && !found.isFull(); child++) {
        part(part.child(child), found);
      }
    }
  }

  /** All that any peer keeps of a crawl, or of all. */
  public Answer everywhere(CrawlId crawl) {
    Gathered found = new Gathered(capture -> true);
    ask(swarm.living(), SwarmRecords.everything(crawl), found);
    return found.answer();
  }

  /** Asks each for all that it has. */
  private void ask(List<Endpoint> peers, RpcMessage.ListResults asked, Gathered found) {
    found.heard(peers.size(), records.ask(peers, asked, found));
  }

  /** Captures by what they are, each once. */
  private static final class Gathered implements SwarmRecords.Sink {
    private final Predicate<SwarmCapture> wanted;
    private final Map<String, SwarmCapture> captures = new LinkedHashMap<>();
    private int asked;
    private int answered;

    Gathered(Predicate<SwarmCapture> wanted) {
      this.wanted = wanted;
    }

    @Override
    public synchronized void add(Entry record) {
      SwarmCapture capture = SwarmCapture.of(record);
      if (capture != null && wanted.test(capture)) {
        captures.merge(capture.name(), capture, SwarmCapture::or);
      }
    }

    /** So many more were asked, and so many of them said all they have. */
    synchronized void heard(int peers, int all) {
      asked += peers;
      answered += all;
    }

    @Override
    public synchronized boolean isFull() {
      return captures.size() >= MOST;
    }

    synchronized Answer answer() {
      List<SwarmCapture> sorted =
          captures.values().stream()
              .sorted(Comparator.comparing(SwarmCapture::uri).thenComparing(SwarmCapture::at))
              .toList();
      return new Answer(sorted, asked, answered);
    }
  }
}
