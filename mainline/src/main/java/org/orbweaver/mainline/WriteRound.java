package org.orbweaver.mainline;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;

/**
 * The last step of an announce or a put: asks the {@link Takers} among those who gave a token to
 * store something, from the home to which they gave it, and counts how many did.
 */
final class WriteRound {
  /** The query that stores. */
  @FunctionalInterface
  interface Packet {
    int write(QueryWriter packet, long transaction, Key ownId, Bytes token);
  }

  private final LookupResult lookup;
  private final Packet packet;
  private final Consumer<WriteResult> listener;
  private int open;
  private int stored;
  private int refused;
  private long lastError;

  WriteRound(LookupResult lookup, Packet packet, Consumer<WriteResult> listener) {
    this.lookup = lookup;
    this.packet = packet;
    this.listener = listener;
  }

  void start(long now, Asker asker, LocalHome home, Map<Contact, Bytes> tokens) {
    List<Contact> takers = Takers.of(lookup, tokens.keySet());
    // Counted before asking, lest an outcome on the spot ends the round early.
    open = takers.size();
    for (Contact taker : takers) {
      Bytes token = tokens.getOrDefault(taker, Bytes.EMPTY);
      if (!asker.ask(now, home, new Write(taker, token))) {
        open--;
      }
    }
    if (open == 0) {
      report();
    }
  }

  private void decided() {
    open--;
    if (open == 0) {
      report();
    }
  }

  private void report() {
    listener.accept(new WriteResult(lookup, stored, refused, lastError));
  }

  private final class Write extends PendingQuestion {
    private final Bytes token;

    Write(Contact to, Bytes token) {
      super(to.endpoint(), to.id());
      this.token = token;
    }

    @Override
    Key target() {
      return lookup.target();
    }

    @Override
    int write(QueryWriter out, long transaction, Key ownId) {
      return packet.write(out, transaction, ownId, token);
    }

    @Override
    void onReply(long now, Reply reply) {
      stored++;
      decided();
    }

    @Override
    void onRefusal(long now, ErrorReply refusal) {
      refused++;
      lastError = refusal.code();
      decided();
    }

    @Override
    void onSilence(long now) {
      decided();
    }
  }
}
