package org.orbweaver.sim.world;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.Want;

/** What a node of the world answers to a query. */
final class WorldAnswers {
  private static final int PEERS = 50;
  private static final int SAMPLES = 20;
  private static final int SAMPLE_INTERVAL = 21_600;
  private static final int GHOSTS = 8;

  private final Catalogue catalogue;
  private final AnnounceListener announces;
  private final NodeLists nodes;
  private final WriteTokens tokens;
  private final AnnouncedPeers announced = new AnnouncedPeers();
  private final ReplyVoice voice = new ReplyVoice();
  private final Endpoint[] peers = new Endpoint[PEERS];
  private final Key[] samples = new Key[SAMPLES];

  WorldAnswers(Dht ipv4, @Nullable Dht ipv6, Catalogue catalogue, AnnounceListener announces) {
    this.catalogue = catalogue;
    this.announces = announces;
    this.nodes = new NodeLists(ipv4, ipv6, voice);
    this.tokens = new WriteTokens(ipv4.population().options().seed());
  }

  ReplyVoice voice() {
    return voice;
  }

  /** Lets the voice speak for the node; false if the node stays silent. */
  boolean answer(long now, Dht dht, int node, Endpoint asker, Query query) {
    ClientKind client = dht.population().client(node);
    if (dht.misfits().isJunk(node)) {
      voice.junk(Mix.hash(query.transaction().hashCode(), node));
      return true;
    }
    switch (query.method()) {
      case PING -> begin(dht, node, asker, query).end(client, query.transaction());
      case FIND_NODE -> {
        begin(dht, node, asker, query);
        nodes.tell(now, dht, node, query.target(), wanted(query, asker));
        voice.end(client, query.transaction());
      }
      case GET_PEERS -> getPeers(now, dht, node, asker, query);
      case ANNOUNCE_PEER -> announce(now, dht, node, asker, query);
      case SAMPLE_INFOHASHES -> {
        return sample(now, dht, node, asker, query);
      }
      case GET, PUT, UNKNOWN ->
          voice.error(client, query.transaction(), ErrorCode.METHOD_UNKNOWN, "Method Unknown");
    }
    return true;
  }

  void refuse(Dht dht, int node, Bytes transaction) {
    voice.error(dht.population().client(node), transaction, ErrorCode.PROTOCOL, "Protocol Error");
  }

  private ReplyVoice begin(Dht dht, int node, Endpoint asker, Query query) {
    Population population = dht.population();
    boolean spoofs = dht.misfits().spoofs(node) && query.hasTarget();
    Key id = spoofs ? query.target() : population.key(node);
    return voice.begin(population.client(node), asker, id);
  }

  private static Want wanted(Query query, Endpoint asker) {
    return query.want().orFamilyOf(asker);
  }

  private void getPeers(long now, Dht dht, int node, Endpoint asker, Query query) {
    begin(dht, node, asker, query);
    nodes.tell(now, dht, node, query.target(), wanted(query, asker));
    voice.token(tokens.token(now, node, asker));
    int count =
        dht.misfits().ghosts(node) ? ghosts(dht, node, query) : peers(now, dht, node, query);
    voice.peers(peers, count);
    voice.end(dht.population().client(node), query.transaction());
  }

  private int peers(long now, Dht dht, int node, Query query) {
    int torrent = catalogue.find(query.target());
    int count =
        torrent != Catalogue.NONE && dht.storage().holds(node, torrent, now)
            ? dht.storage().peers(node, torrent, peers)
            : 0;
    return announced.append(node, query.target(), peers, count);
  }

  private int ghosts(Dht dht, int node, Query query) {
    for (int i = 0; i < GHOSTS; i++) {
      long hash = Mix.hash(query.target().high(), node, i);
      peers[i] = dht.population().vacant(hash);
    }
    return GHOSTS;
  }

  private void announce(long now, Dht dht, int node, Endpoint asker, Query query) {
    ClientKind client = dht.population().client(node);
    int port = query.impliedPort() ? asker.port() : query.port();
    if (port == 0 || !tokens.isValid(now, node, asker, query.token())) {
      voice.error(client, query.transaction(), ErrorCode.PROTOCOL, "Bad Token");
      return;
    }
    Endpoint peer = asker.withPort(port);
    announced.add(node, query.target(), peer);
    int torrent = catalogue.find(query.target());
    if (torrent != Catalogue.NONE && dht.storage().holds(node, torrent, now)) {
      announces.announced(torrent, peer);
    }
    begin(dht, node, asker, query).end(client, query.transaction());
  }

  private boolean sample(long now, Dht dht, int node, Endpoint asker, Query query) {
    ClientKind client = dht.population().client(node);
    switch (client.sampling()) {
      case SILENT -> {
        return false;
      }
      case ERROR_204 ->
          voice.error(client, query.transaction(), ErrorCode.METHOD_UNKNOWN, "Method Unknown");
      case ANSWERS -> {
        int held = dht.storage().sample(node, now, samples);
        begin(dht, node, asker, query).interval(SAMPLE_INTERVAL);
        nodes.tell(now, dht, node, query.target(), wanted(query, asker));
        voice.samples(samples, Math.min(held, samples.length), held);
        voice.end(client, query.transaction());
      }
    }
    return true;
  }
}
