package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.CompactNodes;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/**
 * A newcomer's first question, to a node whose address is all we know of it: which others do you
 * know? It asks for nodes near its own ID, so that it need not ask that node again.
 */
final class Introduction extends Question {
  /** Hears whom the node named; nobody if it was silent. */
  @FunctionalInterface
  interface Listener {
    void onIntroduced(long now, Home home, List<Contact> contacts);
  }

  private final Home home;
  private final boolean router;
  private final Asker asker;
  private final Listener listener;

  /**
   * @param router a well-known server that must not end up in everybody's routing table
   */
  Introduction(Home home, Endpoint to, boolean router, Asker asker, Listener listener) {
    super(to, null);
    this.home = home;
    this.router = router;
    this.asker = asker;
    this.listener = listener;
  }

  @Override
  Key target() {
    return home.id();
  }

  @Override
  int write(QueryWriter packet, long transaction, Key id) {
    return packet.findNode(transaction, id, home.id(), Want.UNSAID);
  }

  @Override
  void onReply(long now, Reply reply) {
    CompactNodes nodes = to.isIpv4() ? reply.nodes() : reply.nodes6();
    List<Contact> contacts = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      contacts.add(nodes.contact(i));
    }
    if (!router) {
      contacts.add(new Contact(reply.id(), to));
    }
    listener.onIntroduced(now, home, contacts);
  }

  /** rTorrent answers 201 while it knows nobody; then we make do with its own acquaintance. */
  @Override
  void onRefusal(long now, ErrorReply refusal) {
    if (!router) {
      asker.ask(now, home, new Ping(to, null, _ -> {}));
    }
    onSilence(now);
  }

  @Override
  void onSilence(long now) {
    listener.onIntroduced(now, home, List.of());
  }

  @Override
  boolean mayEnterTable() {
    return !router;
  }
}
