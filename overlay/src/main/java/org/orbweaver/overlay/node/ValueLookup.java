package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.post.Message;
import org.orbweaver.overlay.post.Post;
import org.orbweaver.overlay.swarm.Peer;

/** Asks the holders of an entry for it, the guardian first, until one has it. */
final class ValueLookup {
  private static final Post.Patience ONCE = new Post.Patience(1_000_000_000L, 2);

  private final Post post;
  private final EntryId id;
  private final Message question;
  private final Predicate<Entry> genuine;
  private final Consumer<@Nullable Entry> found;
  private final ArrayDeque<Peer> left;

  ValueLookup(
      Post post,
      List<Peer> holders,
      EntryId id,
      Message question,
      Predicate<Entry> genuine,
      Consumer<@Nullable Entry> found) {
    this.post = post;
    this.id = id;
    this.question = question;
    this.genuine = genuine;
    this.found = found;
    this.left = new ArrayDeque<>(holders);
  }

  void askNext(long now) {
    Peer peer = left.pollFirst();
    if (peer == null) {
      found.accept(null);
      return;
    }
    post.call(
        now,
        peer.address(),
        question,
        ONCE,
        Replies.of(
            (at, reply) -> {
              if (reply instanceof Message.Value(List<Entry> values)
                  && values.size() == 1
                  && values.getFirst().id().equals(id)
                  && genuine.test(values.getFirst())) {
                found.accept(values.getFirst());
              } else {
                askNext(at);
              }
            },
            this::askNext));
  }
}
