package org.orbweaver.mainline;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;

/** ping: are you there, and who are you? */
final class Ping extends PendingQuestion {
  private final Consumer<PingResult> listener;

  Ping(Endpoint to, @Nullable Key expectedId, Consumer<PingResult> listener) {
    super(to, expectedId);
    this.listener = listener;
  }

  @Override
  @Nullable Key target() {
    return null;
  }

  @Override
  int write(QueryWriter packet, long transaction, Key ownId) {
    return packet.ping(transaction, ownId);
  }

  @Override
  void onReply(long now, Reply reply) {
    listener.accept(
        new PingResult(
            to,
            Optional.of(new Contact(reply.id(), to)),
            Duration.ofNanos(now - sentAt),
            reply.version().text()));
  }

  @Override
  void onSilence(long now) {
    listener.accept(new PingResult(to, Optional.empty(), Duration.ofNanos(now - sentAt), ""));
  }
}
