package org.orbweaver.mainline;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.NetworkSizeEstimate;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.QueryWriter;

/**
 * What one may want from the DHT of one address family. Every method returns at once; the outcome
 * comes to the listener later, exactly once and on the node's thread, in which all of this must be
 * called. A method that answers false was refused because too much is under way, and its listener
 * hears nothing.
 */
public final class DhtClient {
  private final LookupSchedule schedule;
  private final Asker asker;
  private final RandomGenerator random;

  DhtClient(LookupSchedule schedule, Asker asker, RandomGenerator random) {
    this.schedule = schedule;
    this.asker = asker;
    this.random = random;
  }

  public Family family() {
    return schedule.family();
  }

  /** Whether so many answers get lost just now that silence says nothing about a node. */
  public boolean isLosing() {
    return asker.isLosing();
  }

  public boolean ping(long now, Endpoint node, Consumer<PingResult> listener) {
    return asker.ask(now, schedule.nextHome(), new Ping(node, null, listener));
  }

  /** The nodes closest to a key. */
  public boolean findNode(long now, Key target, Consumer<LookupResult> listener) {
    return schedule.submit(now, new NodeSearch(target, listener));
  }

  /**
   * How many nodes there are, from how close the closest are to random keys. Eight nodes a lookup
   * make the standard error of a hundred lookups 3.5 %.
   */
  public boolean estimateSize(long now, int lookups, Consumer<NetworkSizeEstimate> listener) {
    return new SizeSurvey(listener).start(now, schedule, lookups, random);
  }

  /** The peers of a torrent, told as they are found. */
  public boolean getPeers(long now, Key infohash, PeersListener listener) {
    return getPeers(now, infohash, List.of(), listener);
  }

  /**
   * The peers of a torrent, asked first of nodes that are said to have some.
   *
   * @param holders if one of them answers, the lookup goes on from there, without the table
   */
  public boolean getPeers(long now, Key infohash, List<Contact> holders, PeersListener listener) {
    return schedule.submit(now, PeerSearch.of(infohash, holders, listener));
  }

  /** How many seeds and other peers a torrent has (BEP 33). */
  public boolean scrape(long now, Key infohash, Consumer<ScrapeResult> listener) {
    return schedule.submit(now, new ScrapeSearch(infohash, listener));
  }

  /** Infohashes that the nodes on the way to a key have peers for (BEP 51). */
  public boolean sample(long now, Key target, SampleListener listener) {
    return schedule.submit(now, new SampleSearch(target, listener));
  }

  /**
   * Asks one node for infohashes (BEP 51), and nobody else.
   *
   * @param target the node names its neighbours of this key besides
   */
  public boolean sampleOf(long now, Contact node, Key target, NodeSampleListener listener) {
    return asker.ask(now, schedule.nextHome(), new SampleQuestion(node, target, listener));
  }

  /**
   * Announces us to nodes that a lookup has found to have peers of the torrent, without another.
   */
  public void announce(long now, Key infohash, int port, GatheredTokens known) {
    WriteRound.Packet packet =
        (out, transaction, id, token) ->
            out.announcePeer(transaction, id, infohash, port, port == 0, false, token);
    List<Contact> holders = List.copyOf(known.tokens().keySet());
    LookupResult lookup = new LookupResult(infohash, holders, 0, 0, Duration.ZERO);
    new WriteRound(lookup, packet, result -> {}).start(now, asker, known.home(), known.tokens());
  }

  /**
   * Tells the nodes closest to a torrent's infohash that it can be had at this address.
   *
   * @param port where the BitTorrent client listens; 0 for the port of our DHT node
   * @param seed whether it has the whole torrent (BEP 33)
   */
  public boolean announce(
      long now, Key infohash, int port, boolean seed, Consumer<WriteResult> listener) {
    WriteRound.Packet packet =
        (out, transaction, id, token) ->
            out.announcePeer(transaction, id, infohash, port, port == 0, seed, token);
    return schedule.submit(
        now,
        new PeerSearch(infohash, false) {
          @Override
          public void finish(long time, LocalHome home, LookupResult result) {
            new WriteRound(result, packet, listener).start(time, asker, home, tokens());
          }
        });
  }

  /**
   * The newest genuine item under a key (BEP 44).
   *
   * @param salt the item's, which must be known to check it; empty for immutable items
   */
  public boolean get(long now, Key target, Bytes salt, Consumer<Optional<StoredItem>> listener) {
    return schedule.submit(
        now,
        new ItemSearch(target, salt) {
          @Override
          public void finish(long time, LocalHome home, LookupResult result) {
            listener.accept(found());
          }
        });
  }

  /**
   * Stores an item with the nodes closest to its key (BEP 44).
   *
   * @param expected of a signed item: store only over this sequence number ({@code cas})
   */
  public boolean put(
      long now, StoredItem item, OptionalLong expected, Consumer<WriteResult> listener) {
    Bytes salt = item instanceof SignedItem signed ? signed.parts().salt() : Bytes.EMPTY;
    WriteRound.Packet packet =
        (out, transaction, id, token) -> write(out, transaction, id, token, item, expected);
    return schedule.submit(
        now,
        new ItemSearch(item.target(), salt) {
          @Override
          public void finish(long time, LocalHome home, LookupResult result) {
            new WriteRound(result, packet, listener).start(time, asker, home, tokens());
          }
        });
  }

  private static int write(
      QueryWriter out,
      long transaction,
      Key id,
      Bytes token,
      StoredItem item,
      OptionalLong expected) {
    return switch (item) {
      case ImmutableItem immutable -> out.put(transaction, id, token, immutable.value());
      case SignedItem signed -> out.put(transaction, id, token, signed.parts(), expected);
    };
  }
}
