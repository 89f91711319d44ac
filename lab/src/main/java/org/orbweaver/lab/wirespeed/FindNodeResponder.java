package org.orbweaver.lab.wirespeed;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.RoutingTable;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Method;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;
import org.orbweaver.wire.krpc.Want;

/** A node reduced to find_node: decodes, routes, encodes; limits nobody. */
final class FindNodeResponder implements PacketHandler {
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
