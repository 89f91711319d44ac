package org.orbweaver.mainline;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.Malformed;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;

/**
 * The answering side of the node. An answer leaves from the home that was asked. Whoever asks may
 * be worth knowing, unless it says that it cannot be reached (BEP 43).
 */
final class QueryResponder {
  private final Outbox outbox;
  private final ReplyWriter reply;
  private final Answers nodes;
  private final Answers peers;
  private final Answers items;
  private final Acquaintances acquaintances;
  private final TrafficObserver observer;
  private final NodeCounters counters;

  QueryResponder(
      Outbox outbox,
      ReplyWriter reply,
      Answers nodes,
      Answers peers,
      Answers items,
      Acquaintances acquaintances,
      TrafficObserver observer,
      NodeCounters counters) {
    this.outbox = outbox;
    this.reply = reply;
    this.nodes = nodes;
    this.peers = peers;
    this.items = items;
    this.acquaintances = acquaintances;
    this.observer = observer;
    this.counters = counters;
  }

  void onQuery(long now, LocalHome home, Endpoint from, Query query) {
    Answers answers =
        switch (query.method()) {
          case PING, FIND_NODE, UNKNOWN -> nodes;
          case GET_PEERS, ANNOUNCE_PEER, SAMPLE_INFOHASHES -> peers;
          case GET, PUT -> items;
        };
    send(home, from, answers.write(now, home, from, query));
    Contact asker = new Contact(query.id(), from);
    observer.onMessage(now, asker, query);
    if (!query.readOnly() && acquaintances.isWelcome(now, from)) {
      home.network().table().onQuery(now, asker);
    }
  }

  void onMalformed(LocalHome home, Endpoint from, Malformed packet) {
    if (packet.isAnswerable()) {
      send(home, from, reply.error(packet, from, ErrorCode.PROTOCOL));
    }
  }

  private void send(LocalHome home, Endpoint to, int length) {
    if (outbox.send(home.local(), to, reply.buffer(), length)) {
      counters.queriesAnswered++;
    }
  }
}
