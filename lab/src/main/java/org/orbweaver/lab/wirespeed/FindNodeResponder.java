package org.orbweaver.lab.wirespeed;

import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.RoutingTable;
import org.orbweaver.kademlia.TablePolicy;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Method;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;
import org.orbweaver.wire.krpc.Want;

/** A node reduced to find_node: decodes, routes, encodes; limits nobody. */
final class FindNodeResponder implements PacketHandler {
  /** As many homes as the indexer paper's node had: their buckets make the table large. */
  private static final int LOCAL_IDS = 64;

  private static final int NODES_HEARD_OF = 200_000;
  private static final int K = 8;

  private final Outbox outbox;
  private final RoutingTable table;
  private final Key id;
  private final MessageDecoder decoder = new MessageDecoder();
  private final ReplyWriter writer = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);
  private final Contact[] closest = new Contact[K];

  FindNodeResponder(Outbox outbox, RoutingTable table) {
    this.outbox = outbox;
    this.table = table;
    this.id = table.localIds().getFirst();
  }

  /** The table of a node with many homes that has met a good part of a network. */
  static RoutingTable filledTable(RandomGenerator random) {
    RoutingTable table = new RoutingTable(TablePolicy.PUBLIC);
    for (int i = 0; i < LOCAL_IDS; i++) {
      table.addLocalId(Key.random(random));
    }
    for (int i = 0; i < NODES_HEARD_OF; i++) {
      Endpoint somewhere = Endpoint.v4(random.nextInt(), 1 + random.nextInt(0xFFFF));
      table.onReply(i, new Contact(Key.random(random), somewhere), 1);
    }
    return table;
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    if (decoder.decode(packet, length) instanceof Query query
        && query.method() == Method.FIND_NODE) {
      int count = table.closest(query.target(), K, closest);
      int size = writer.to(query, from, id).nodes(Want.IPV4, closest, count).write();
      outbox.send(local, from, writer.buffer(), size);
    }
    return NEVER;
  }

  @Override
  public long onTick(long now) {
    return NEVER;
  }
}
