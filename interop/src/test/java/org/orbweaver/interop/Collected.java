package org.orbweaver.interop;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.PeersListener;
import org.orbweaver.mainline.SampleListener;

/** Listeners that keep all they hear until the lookup is over. */
final class Collected {
  private Collected() {}

  record Peers(Collection<Endpoint> peers, Consumer<LookupResult> done) implements PeersListener {
    @Override
    public void onPeer(Contact from, Endpoint peer) {
      peers.add(peer);
    }

    @Override
    public void onFinish(LookupResult result) {
      done.accept(result);
    }
  }

  /** Each answer as {@code ID@ENDPOINT=OUT_OF/HASH,HASH}. */
  record Samples(Collection<String> answers, Consumer<LookupResult> done)
      implements SampleListener {
    @Override
    public void onSamples(Contact from, List<Key> infohashes, long outOf, Duration interval) {
      String hashes = String.join(",", infohashes.stream().map(Key::toString).toList());
      answers.add(from + "=" + outOf + "/" + hashes);
    }

    @Override
    public void onFinish(LookupResult result) {
      done.accept(result);
    }
  }
}
