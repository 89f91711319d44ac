package org.orbweaver.mainline;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.MutableItem;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/**
 * get (BEP 44): the newest genuine item under a key, and the tokens with which the closest nodes
 * take a put. Every value is checked, for any node may answer with anything.
 */
abstract class ItemSearch implements Search {
  private final Key target;
  private final Bytes salt;
  private final Map<Contact, Bytes> tokens = new HashMap<>();
  private Optional<StoredItem> found = Optional.empty();

  /**
   * @param salt which replies do not repeat; empty for immutable items
   */
  ItemSearch(Key target, Bytes salt) {
    this.target = target;
    this.salt = salt;
  }

  @Override
  public final Key target() {
    return target;
  }

  @Override
  public final int write(QueryWriter packet, long transaction, Key ownId) {
    return packet.get(transaction, ownId, target, OptionalLong.empty(), Want.UNSAID);
  }

  @Override
  public final void take(Contact from, Reply reply) {
    PeerSearch.remember(tokens, from, reply);
    if (reply.value().isEmpty() || reply.value().length() > StoredItem.MAX_VALUE_BYTES) {
      return;
    }
    Bytes value = Bytes.of(reply.value().toArray());
    boolean signed = !reply.publicKey().isEmpty() && !reply.signature().isEmpty();
    consider(
        signed && reply.sequence().isPresent()
            ? new SignedItem(
                new MutableItem(
                    Bytes.of(reply.publicKey().toArray()),
                    salt,
                    reply.sequence().getAsLong(),
                    Bytes.of(reply.signature().toArray()),
                    value))
            : new ImmutableItem(value));
  }

  final Map<Contact, Bytes> tokens() {
    return tokens;
  }

  final Optional<StoredItem> found() {
    return found;
  }

  /** The cheap comparison first: checking a signature is the costly part. */
  private void consider(StoredItem item) {
    boolean newer = found.map(held -> sequence(item) > sequence(held)).orElse(true);
    if (newer && isGenuine(item)) {
      found = Optional.of(item);
    }
  }

  private boolean isGenuine(StoredItem item) {
    return item.target().equals(target)
        && switch (item) {
          case ImmutableItem _ -> true;
          case SignedItem signed -> signed.isGenuine();
        };
  }

  private static long sequence(StoredItem item) {
    return switch (item) {
      case ImmutableItem _ -> 0;
      case SignedItem signed -> signed.parts().sequence();
    };
  }
}
