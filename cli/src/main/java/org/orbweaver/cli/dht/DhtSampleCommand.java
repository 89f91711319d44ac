package org.orbweaver.cli.dht;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.SampleListener;
import picocli.CommandLine.Command;

/** {@code orb dht sample}: which torrents do the nodes near a key know? */
@Command(
    name = "sample",
    description = "Ask the nodes near a key for samples of their infohashes (BEP 51).",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht sample 0123456789abcdef0123456789abcdef01234567"})
final class DhtSampleCommand extends DhtKeyQuestion {
  private record Sample(Node from, long outOf, long intervalSeconds, List<String> infohashes) {}

  private record Report(List<Sample> samples, Lookup lookup) {}

  @Override
  Record ask(RunningNode node) {
    List<Sample> samples = new ArrayList<>();
    LookupResult result =
        this.<LookupResult>ask(
            node, (now, dht, outcome) -> dht.sample(now, key(), new Gathering(samples, outcome)));
    return new Report(samples, Lookup.of(result));
  }

  private record Gathering(List<Sample> samples, CompletableFuture<LookupResult> outcome)
      implements SampleListener {
    @Override
    public void onSamples(Contact from, List<Key> infohashes, long outOf, Duration interval) {
      List<String> hashes = infohashes.stream().map(Key::toString).toList();
      samples.add(new Sample(Node.of(from), outOf, interval.toSeconds(), hashes));
    }

    @Override
    public void onFinish(LookupResult result) {
      outcome.complete(result);
    }
  }
}
