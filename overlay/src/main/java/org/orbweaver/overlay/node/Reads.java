package org.orbweaver.overlay.node;

import java.util.function.Consumer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.membership.Allowance;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.trust.TrustKeeper;
import org.orbweaver.trust.Gate;

/**
 * What others read here: pieces, lists and searches. Trust weighs what members read against what
 * they do. Who is none, a client or any stranger, gets what is to spare; past that it is not
 * answered, and asks another holder or again.
 */
final class Reads {
  /** A second and at once, from one address where no member lives. */
  private static final double OF_OUTSIDERS = 64;

  private static final int MOST_OF_OUTSIDERS = 1024;

  private final Members members;
  private final TrustKeeper trust;
  private final Results results;
  private final ResultListing listing;
  private final Enquiries enquiries;
  private final Allowance ofOutsiders = new Allowance(OF_OUTSIDERS, MOST_OF_OUTSIDERS);

  Reads(
      Members members,
      TrustKeeper trust,
      Results results,
      ResultListing listing,
      Enquiries enquiries) {
    this.members = members;
    this.trust = trust;
    this.results = results;
    this.listing = listing;
    this.enquiries = enquiries;
  }

  void piece(long at, Endpoint from, RpcMessage.FindValue find, Rpc.ReplyTo replyTo) {
    weighed(at, from, Gate.Service.BULK_READ, replyTo, to -> results.onFind(find, to));
  }

  void enquiry(long at, Endpoint from, byte[] question, Rpc.ReplyTo replyTo) {
    weighed(
        at,
        from,
        Gate.Service.REMOTE_SEARCH,
        replyTo,
        to -> enquiries.ask(question, answer -> to.send(new RpcMessage.Told(answer))));
  }

  void list(long at, Endpoint from, RpcMessage.ListResults asked, Rpc.ReplyTo replyTo) {
    Gate.Service service = asked.isOfOneHost() ? Gate.Service.BULK_READ : Gate.Service.EXPORT;
    weighed(at, from, service, replyTo, to -> to.send(listing.answer(asked)));
  }

  private void weighed(
      long at,
      Endpoint from,
      Gate.Service service,
      Rpc.ReplyTo replyTo,
      Consumer<Rpc.ReplyTo> answer) {
    if (members.about(from) == null && !ofOutsiders.take(at, from.withPort(0), 1)) {
      return;
    }
    RpcMessage.Refused refused = trust.refuses(at, from, service);
    if (refused == null) {
      answer.accept(replyTo);
    } else {
      replyTo.send(refused);
    }
  }
}
