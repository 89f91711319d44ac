package org.orbweaver.app.index;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.pipeline.Entries;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Key;

/** Brings particular torrents into the index, now, and says of each that did not come why. */
public final class GivenFetch {
  /** What was asked for and came. */
  public record Report(int wanted, int obtained, List<Found> torrents, List<Missed> missed) {}

  /** One that did not come. */
  public record Missed(String infohash, String why) {}

  /** One that is in the index. */
  public record Found(String infohash, String name, long size, int files) {}

  /** Where the node is to stand, asked for only when something must be fetched. */
  public interface Place {
    DhtSetup get() throws IOException;
  }

  /** Is told once a second how it goes. */
  public interface Listener {
    void left(long left, int of);
  }

  private final TorrentStore torrents;
  private final Place place;
  private final int tcpPort;
  private final Duration patience;
  private final Listener listener;

  /**
   * @param tcpPort where peers that nobody can dial may call us; below zero for nowhere
   */
  public GivenFetch(
      TorrentStore torrents, Place place, int tcpPort, Duration patience, Listener listener) {
    this.torrents = torrents;
    this.place = place;
    this.tcpPort = tcpPort;
    this.patience = patience;
    this.listener = listener;
  }

  public Report fetch(List<FetchTarget> targets) throws IOException, InterruptedException {
    Set<Key> wanted = new LinkedHashSet<>();
    for (FetchTarget target : targets) {
      switch (target) {
        case FetchTarget.Hashes(var hashes) -> wanted.addAll(hashes);
        case FetchTarget.Given(Torrent torrent) -> wanted.add(take(torrent));
      }
    }
    List<Key> missing = wanted.stream().filter(hash -> torrents.torrent(hash).isEmpty()).toList();
    GivenHashes given = new GivenHashes(torrents, missing);
    if (!missing.isEmpty()) {
      fetch(given, missing);
    }
    List<Found> found = new ArrayList<>();
    List<Missed> missed = new ArrayList<>();
    for (Key hash : wanted) {
      torrents
          .torrent(hash)
          .ifPresentOrElse(
              listing -> found.add(found(listing)),
              () -> missed.add(new Missed(hash.toString(), why(given, hash))));
    }
    return new Report(wanted.size(), found.size(), found, missed);
  }

  private String why(GivenHashes given, Key hash) {
    return given
        .end(hash)
        .map(
            end ->
                switch (end) {
                  case Outcome.NoPeers _ -> "the DHT knows no peer of it";
                  case Outcome.Failed _ ->
                      "none of its peers gave the metadata, and none called us in time";
                  case Outcome.Private _ -> "it is private (BEP 27), so nothing of it is kept";
                  case Outcome.Fetched _ -> "its name is blocked";
                  case Outcome.LookedUp _, Outcome.Released _ -> "it was not finished in time";
                })
        .orElse("not decided within %d s; try --patience".formatted(patience.toSeconds()));
  }

  /** Until all are here, or nothing is left to wait for: peers that must call us take a while. */
  private void fetch(GivenHashes given, List<Key> missing)
      throws IOException, InterruptedException {
    DhtSetup setup = place.get();
    OutgoingRoute route = OutgoingRoute.DIRECT;
    RunningIndexer.Options options =
        new RunningIndexer.Options(
            FetchOptions.DEFAULT,
            setup.ours() ? route.allowingAnyAddress() : route,
            tcpPort < 0 ? RunningIndexer.Options.NO_CALLS : tcpPort,
            false,
            FetchOptions.DEFAULT.torrents() / 2,
            RunningIndexer.Options.USUAL_PACKETS);
    long deadline = System.nanoTime() + patience.toNanos();
    try (StopSignal stop = new StopSignal();
        RunningIndexer indexer = RunningIndexer.start(setup, given, options)) {
      while (System.nanoTime() < deadline && left(given, missing) > 0 && !stop.await(1)) {
        listener.left(left(given, missing), missing.size());
        indexer.want(List.of());
      }
    }
  }

  private long left(GivenHashes given, List<Key> missing) {
    return missing.stream().filter(hash -> mayStillCome(given, hash)).count();
  }

  /** A torrent with peers that cannot be dialled comes when one of them calls. */
  private boolean mayStillCome(GivenHashes given, Key hash) {
    return given.end(hash).map(end -> tcpPort >= 0 && end instanceof Outcome.Failed).orElse(true);
  }

  private static Found found(TorrentListing listing) {
    return new Found(
        listing.entry().hash().toString(),
        listing.entry().name(),
        listing.entry().size(),
        listing.entry().files().size());
  }

  private Key take(Torrent torrent) {
    long now = System.currentTimeMillis() * 1_000_000;
    torrents.note(List.of(ObservedHash.attested(torrent.infohash())), now);
    torrents.settle(List.of(new Outcome.Fetched(Entries.of(torrent.infohash(), torrent))), now);
    return torrent.infohash();
  }
}
