package org.orbweaver.app.dht;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.PeersListener;

/** Collects the peers that a lookup names, each once, until it ends. */
public record GatheredPeers(Set<Endpoint> peers, CompletableFuture<LookupResult> outcome)
    implements PeersListener {
  @Override
  public void onPeer(Contact from, Endpoint peer) {
    peers.add(peer);
  }

  @Override
  public void onFinish(LookupResult result) {
    outcome.complete(result);
  }
}
