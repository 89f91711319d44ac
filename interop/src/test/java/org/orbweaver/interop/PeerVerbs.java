package org.orbweaver.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.orbweaver.indexer.peer.Encryption;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.IncomingPeers;
import org.orbweaver.indexer.peer.MetadataFetch;
import org.orbweaver.indexer.peer.MetadataOutcome;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.peer.WantedTorrents;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** What our program does with peers: it takes metadata from them. */
final class PeerVerbs {
  private static final int DIALLED_PATIENCE = 45;

  private final InetAddress local;
  private final OutgoingRoute route;
  private final Map<Key, CompletableFuture<MetadataOutcome>> awaited = new ConcurrentHashMap<>();

  PeerVerbs(Endpoint local) {
    String text = local.toString();
    String address = text.substring(0, text.lastIndexOf(':'));
    this.local = InetAddress.ofLiteral(address.replaceAll("[\\[\\]]", ""));
    this.route = OutgoingRoute.DIRECT.allowingAnyAddress().from(List.of(this.local));
  }

  String fetch(Key infohash, Collection<Endpoint> peers) {
    return fetch(FetchOptions.DEFAULT, infohash, peers);
  }

  String fetchPlainly(Key infohash, Collection<Endpoint> peers) {
    return fetch(FetchOptions.DEFAULT.with(Encryption.NEVER), infohash, peers);
  }

  private String fetch(FetchOptions options, Key infohash, Collection<Endpoint> peers) {
    CompletableFuture<MetadataOutcome> done = new CompletableFuture<>();
    try (MetadataFetch fetch = new MetadataFetch(options, route)) {
      fetch.tryAsk(infohash, List.copyOf(peers), done::complete);
      return told(done.join());
    }
  }

  /** Waits from now on for peers of this torrent to dial us; says at which port. */
  String listen(Key infohash) {
    WantedTorrents wanted = new WantedTorrents(10);
    wanted.add(infohash);
    CompletableFuture<MetadataOutcome> done = new CompletableFuture<>();
    awaited.put(infohash, done);
    try {
      IncomingPeers peers =
          IncomingPeers.listen(List.of(local), 0, wanted, FetchOptions.DEFAULT, done::complete);
      return String.valueOf(peers.port());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What came of it. */
  String dialled(Key infohash) {
    CompletableFuture<MetadataOutcome> done =
        awaited.getOrDefault(infohash, new CompletableFuture<>());
    return done.completeOnTimeout(
            new MetadataOutcome.Failed(infohash, List.of()), DIALLED_PATIENCE, TimeUnit.SECONDS)
        .thenApply(outcome -> outcome instanceof MetadataOutcome.Failed ? "nobody" : told(outcome))
        .join();
  }

  /** Hash and name; for what v2 brings, what the metadata says besides. */
  private static String told(MetadataOutcome outcome) {
    return switch (outcome) {
      case MetadataOutcome.Obtained(Key infohash, var torrent, _) ->
          torrent.v2() == null
              ? infohash + " " + torrent.name()
              : String.join(
                  " ",
                  infohash.toString(),
                  torrent.name(),
                  torrent.form().toString(),
                  torrent.v2().toString(),
                  torrent.files().size() + "");
      case MetadataOutcome.Refused(_, var reason) -> "refused " + reason;
      case MetadataOutcome.Failed(_, var failures) -> "failed with " + failures;
    };
  }
}
