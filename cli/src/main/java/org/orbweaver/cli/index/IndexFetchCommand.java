package org.orbweaver.cli.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.index.GivenHashes;
import org.orbweaver.app.index.RunningIndexer;
import org.orbweaver.cli.dht.DhtOptions;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.cli.shell.PortNumber;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.pipeline.Entries;
import org.orbweaver.indexer.store.Listing;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Key;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb index fetch}: particular torrents, now. */
@Command(
    name = "fetch",
    description = "Fetch the metadata of particular torrents into the index.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A FILE is a .torrent, or text with an infohash or a magnet link on every line.",
      "",
      "Examples:",
      "  orb index fetch 0123456789abcdef0123456789abcdef01234567",
      "  orb index fetch hashes.txt --patience 300"
    })
final class IndexFetchCommand implements Callable<Integer> {
  /** What was asked for and came. */
  private record Report(int wanted, int obtained, List<Found> torrents, List<Missed> missed) {}

  private record Missed(String infohash, String why) {}

  private record Found(String infohash, String name, long size, int files) {}

  @Mixin private Output output;
  @Mixin private DhtOptions dht;
  @Mixin private StoreOptions store;
  @Mixin private KeepingOptions keeping;

  @Option(
      names = "--tcp-port",
      paramLabel = "PORT",
      defaultValue = "0",
      converter = PortNumber.class,
      description = {
        "Where peers that nobody can dial may call us; 0 for any, -1 for never",
        "(${DEFAULT-VALUE})."
      })
  private int tcpPort;

  @Parameters(
      paramLabel = "HASH|MAGNET|FILE",
      arity = "1..*",
      converter = FetchTarget.Reader.class,
      description = "What to fetch.")
  private List<FetchTarget> targets = List.of();

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexFetchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TorrentStore torrents = store.open(store.classifier(), keeping)) {
      Set<Key> wanted = new LinkedHashSet<>();
      for (FetchTarget target : targets) {
        switch (target) {
          case FetchTarget.Hashes(var hashes) -> wanted.addAll(hashes);
          case FetchTarget.Given(Torrent torrent) -> wanted.add(take(torrent, torrents));
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
      output.print(new Report(wanted.size(), found.size(), found, missed));
      return missed.isEmpty() ? 0 : 1;
    }
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
        .orElse("not decided within %d s; try --patience".formatted(dht.patience().toSeconds()));
  }

  /** Until all are here, or nothing is left to wait for: peers that must call us take a while. */
  private void fetch(GivenHashes given, List<Key> missing)
      throws IOException, InterruptedException {
    var place = dht.place(List.of("0.0.0.0:0"));
    OutgoingRoute route = OutgoingRoute.DIRECT;
    RunningIndexer.Options options =
        new RunningIndexer.Options(
            FetchOptions.DEFAULT,
            place.ours() ? route.allowingAnyAddress() : route,
            tcpPort < 0 ? RunningIndexer.Options.NO_CALLS : tcpPort,
            false,
            FetchOptions.DEFAULT.torrents() / 2,
            RunningIndexer.Options.USUAL_PACKETS);
    long deadline = System.nanoTime() + dht.patience().toNanos();
    try (StopSignal stop = new StopSignal();
        RunningIndexer indexer = RunningIndexer.start(place, given, options)) {
      while (System.nanoTime() < deadline && !isOver(given, missing) && !stop.await(1)) {
        output
            .err()
            .printf(Locale.ROOT, "orb: %,d of %,d left%n", left(given, missing), missing.size());
        indexer.want(List.of());
      }
    }
  }

  private boolean isOver(GivenHashes given, List<Key> missing) {
    return missing.stream().noneMatch(hash -> mayStillCome(given, hash));
  }

  private long left(GivenHashes given, List<Key> missing) {
    return missing.stream().filter(hash -> mayStillCome(given, hash)).count();
  }

  /** A torrent with peers that cannot be dialled comes when one of them calls. */
  private boolean mayStillCome(GivenHashes given, Key hash) {
    return given.end(hash).map(end -> tcpPort >= 0 && end instanceof Outcome.Failed).orElse(true);
  }

  private static Found found(Listing listing) {
    return new Found(
        listing.entry().hash().toString(),
        listing.entry().name(),
        listing.entry().size(),
        listing.entry().files().size());
  }

  private static Key take(Torrent torrent, TorrentStore torrents) {
    long now = StoreOptions.now();
    torrents.note(List.of(ObservedHash.attested(torrent.infohash())), now);
    torrents.settle(List.of(new Outcome.Fetched(Entries.of(torrent.infohash(), torrent))), now);
    return torrent.infohash();
  }
}
