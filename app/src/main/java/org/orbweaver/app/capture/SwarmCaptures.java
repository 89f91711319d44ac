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
   * @param asked how many peers
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
  public List<SwarmCapture> of(String address) {
    WebUrl page = WebUrl.parse(address);
    String uri = page == null ? address : Canonical.of(page).toString();
    Gathered found = new Gathered(capture -> capture.uri().equals(uri));
    for (int level = 0; level <= TaskKey.HIGHEST_LEVEL; level += HostPart.STEP) {
      Task task = Task.of(RpcMessage.ListResults.ANY_CRAWL, uri).at(level);
      Key key = task.id().key();
      askHolders(key, RpcMessage.ListResults.of(key), found);
      HostPart part = task.part();
      if (part == null || swarm.entry(part.id()) == null) {
        break; // the parts that follow have nothing
      }
    }
    return found.sorted();
  }

  /** All captures of a host, which may have a port. */
  public List<SwarmCapture> ofHost(String host) {
    Gathered found = new Gathered(capture -> TaskKey.host(capture.uri()).equals(host));
    part(new HostPart(host, 0, 0), found);
    return found.sorted();
  }

  private void part(HostPart part, Gathered found) {
    long place = part.id().key().high();
    EntryId first = new EntryId(new Key(place, 0, 0), Long.MIN_VALUE);
    EntryId last = new EntryId(new Key(place, -1, -1), Long.MAX_VALUE);
    askHolders(
        part.id().key(),
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
    List<Endpoint> all = swarm.living();
    int answered = ask(all, SwarmRecords.everything(crawl), found);
    return new Answer(found.sorted(), all.size(), answered);
  }

  /** That nobody answers must not look as if nothing had been captured. */
  private void askHolders(Key key, RpcMessage.ListResults asked, Gathered found) {
    List<Endpoint> holders = swarm.holders(key);
    if (ask(holders, asked, found) == 0 && !holders.isEmpty() && !found.isFull()) {
      throw new IllegalStateException(
          "none of the %d peers that keep it answers; try again".formatted(holders.size()));
    }
  }

  private int ask(List<Endpoint> peers, RpcMessage.ListResults asked, Gathered found) {
    return records.ask(peers, asked, found);
  }

  /** Captures by what they are, each once. */
  private static final class Gathered implements SwarmRecords.Sink {
    private final Predicate<SwarmCapture> wanted;
    private final Map<String, SwarmCapture> captures = new LinkedHashMap<>();

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

    @Override
    public synchronized boolean isFull() {
      return captures.size() >= MOST;
    }

    synchronized List<SwarmCapture> sorted() {
      return captures.values().stream()
          .sorted(Comparator.comparing(SwarmCapture::uri).thenComparing(SwarmCapture::at))
          .toList();
    }
  }
}
