package org.orbweaver.cli.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.index.GivenHashes;
import org.orbweaver.app.index.RunningIndexer;
import org.orbweaver.cli.dht.DhtOptions;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.pipeline.Entries;
import org.orbweaver.indexer.store.Listing;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.Sighting;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Key;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
  private record Report(int wanted, int obtained, List<Found> torrents) {}

  private record Found(String infohash, String name, long size, int files) {}

  @Mixin private Output output;
  @Mixin private DhtOptions dht;
  @Mixin private StoreOptions store;

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
    try (TorrentStore torrents = store.open()) {
      Set<Key> wanted = new HashSet<>();
      for (FetchTarget target : targets) {
        switch (target) {
          case FetchTarget.Hashes(var hashes) -> wanted.addAll(hashes);
          case FetchTarget.Given(Torrent torrent) -> wanted.add(take(torrent, torrents));
        }
      }
      List<Key> missing = wanted.stream().filter(hash -> torrents.torrent(hash).isEmpty()).toList();
      if (!missing.isEmpty()) {
        fetch(torrents, missing);
      }
      List<Found> found = new ArrayList<>();
      for (Key hash : wanted) {
        torrents.torrent(hash).map(IndexFetchCommand::found).ifPresent(found::add);
      }
      output.print(new Report(wanted.size(), found.size(), found));
      return found.size() == wanted.size() ? 0 : 1;
    }
  }

  private void fetch(TorrentStore torrents, List<Key> missing)
      throws IOException, InterruptedException {
    var place = dht.place(List.of("0.0.0.0:0"));
    OutgoingRoute route = OutgoingRoute.DIRECT;
    RunningIndexer.Options options =
        new RunningIndexer.Options(
            FetchOptions.DEFAULT,
            place.ours() ? route.allowingAnyAddress() : route,
            RunningIndexer.Options.NO_CALLS,
            false,
            FetchOptions.DEFAULT.torrents() / 2,
            RunningIndexer.Options.USUAL_PACKETS);
    GivenHashes given = new GivenHashes(torrents, missing);
    long deadline = System.nanoTime() + dht.patience().toNanos();
    try (StopSignal stop = new StopSignal();
        RunningIndexer indexer = RunningIndexer.start(place, given, options)) {
      while (System.nanoTime() < deadline && !given.isDone() && !stop.await(1)) {
        output.err().printf(Locale.ROOT, "orb: %,d of %,d left%n", given.left(), missing.size());
        indexer.want(List.of());
      }
    }
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
    torrents.note(List.of(Sighting.attested(torrent.infohash())), now);
    torrents.settle(List.of(new Outcome.Fetched(Entries.of(torrent.infohash(), torrent))), now);
    return torrent.infohash();
  }
}
