package org.orbweaver.sim.world;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.Malformed;
import org.orbweaver.wire.krpc.Message;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.Reply;

/**
 * The whole synthetic DHT as one packet handler that owns the addresses of all its nodes: a packet
 * to any of them is answered as that node would, if it is live. The truth behind it can be asked
 * for at any time.
 *
 * <p>WorldAnswers follow from the options and the packets alone: the same seed gives the same
 * bytes.
 */
public final class World implements PacketHandler {
  private final WorldOptions options;
  private final Catalogue catalogue;
  private final Dht ipv4;
  private final @Nullable Dht ipv6;
  private final Outbox outbox;
  private final MessageDecoder decoder = new MessageDecoder();
  private final WorldAnswers answers;
  private final @Nullable RateLimits limits;
  private final ClientTraffic traffic;

  public World(WorldOptions options, Outbox outbox) {
    this(new WorldGround(options), outbox);
  }

  /** A world on ground that other threads' worlds may stand on too. */
  public World(WorldGround ground, Outbox outbox) {
    this(ground, outbox, AnnounceListener.NOBODY);
  }

  /** A world that tells of visitors' announces. */
  public World(WorldGround ground, Outbox outbox, AnnounceListener announces) {
    this.options = ground.options();
    this.catalogue = ground.catalogue();
    this.outbox = outbox;
    ipv4 = Dht.of(ground.ipv4(), catalogue, options);
    ipv6 = ground.ipv6().map(nodes -> Dht.of(nodes, catalogue, options)).orElse(null);
    answers = new WorldAnswers(ipv4, ipv6, catalogue, announces);
    limits = options.faults().rateLimits() ? new RateLimits() : null;
    traffic = new ClientTraffic(ipv4, catalogue, options.traffic(), outbox);
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    Dht dht = local.isIpv4() ? ipv4 : ipv6;
    if (dht != null) {
      int node = dht.population().at(local);
      if (node != Population.NOBODY && hears(now, dht, node, from)) {
        receive(now, dht, node, local, from, decoder.decode(packet, length));
      }
    }
    return traffic.wakeUp();
  }

  @Override
  public long onTick(long now) {
    return traffic.onTick(now);
  }

  private boolean hears(long now, Dht dht, int node, Endpoint from) {
    return dht.population().role(node) != NodeRole.GUEST
        && dht.liveness().live(node, now)
        && (limits == null || limits.admits(now, node, from));
  }

  private void receive(
      long now, Dht dht, int node, Endpoint local, Endpoint from, Message message) {
    switch (message) {
      case Query query -> {
        if (answers.answer(now, dht, node, from, query)) {
          reply(local, from);
        }
      }
      case Malformed malformed -> {
        if (malformed.isAnswerable()) {
          answers.refuse(dht, node, malformed.transaction());
          reply(local, from);
        }
      }
      case Reply reply -> traffic.onReply(node, local, from, reply);
      case ErrorReply _ -> {}
    }
  }

  private void reply(Endpoint local, Endpoint to) {
    ReplyVoice voice = answers.voice();
    outbox.send(local, to, voice.buffer(), voice.length());
  }

  public WorldOptions options() {
    return options;
  }

  /** The IPv4 network: its nodes, who of them is live, their tables, what they store. */
  public Dht ipv4() {
    return ipv4;
  }

  public Optional<Dht> ipv6() {
    return Optional.ofNullable(ipv6);
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  public ClientTraffic traffic() {
    return traffic;
  }
}
