package org.orbweaver.app.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.web.WebCrawlOptions;

/**
 * What work on tasks may need of its peer.
 *
 * @param data the peer's directory
 * @param leases of host names and addresses, from the whole swarm
 * @param records of what was done, in the whole swarm
 * @param budgets of crawls, which the whole swarm shares; null for a client, for which those count
 *     that lend it tasks
 * @param pieces of what tasks brought, from whoever keeps them
 * @param results the disk for what tasks bring
 * @param troubles counts what goes wrong without making a task fail
 * @param refusals what the operator does not want done here
 * @param vouching whether others check what this peer brings
 * @param stop set when the peer is to end
 */
public record PeerTools(
    Path data,
    BlockingLeases leases,
    TaskRecords records,
    @Nullable Budgets budgets,
    TaskRecords.Swarm pieces,
    PieceDisk results,
    Wishes wishes,
    Troubles troubles,
    Refusals refusals,
    boolean vouching,
    StopSignal stop) {

  /**
   * What the peer's operator has chosen.
   *
   * @param prefixBits that a part of the DHT has at least
   * @param accepted which tasks it does
   */
  public record Wishes(WebCrawlOptions web, Dht dht, int prefixBits, Accepted accepted) {
    public Wishes(WebCrawlOptions web, Dht dht, int prefixBits) {
      this(web, dht, prefixBits, Accepted.ALL);
    }
  }

  /** How to take part in the BitTorrent DHT. */
  public interface Dht {
    /** Anywhere on this machine: pages, infohashes and prefixes go on at once. */
    DhtSetup setup() throws IOException;

    /** How long one lookup may take. */
    Duration patience();
  }
}
