package org.orbweaver.wire.krpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;

/** A packet of every kind that travels, and some that should not. */
final class PacketCorpus {
  private final Random random = new Random(42);
  private final List<byte[]> packets = new ArrayList<>();
  private final QueryWriter queries = new QueryWriter(true);
  private final ReplyWriter replies = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);

  static List<byte[]> packets() {
    PacketCorpus corpus = new PacketCorpus();
    corpus.addQueries();
    corpus.addReplies();
    corpus.addOddities();
    return corpus.packets;
  }

  private void addQueries() {
    Key id = Key.random(random);
    Key target = Key.random(random);
    Bytes token = bytes(8);
    asked(queries.ping(1, id));
    asked(queries.findNode(2, id, target, Want.BOTH));
    asked(queries.getPeers(3, id, target, Want.IPV4, true, true));
    asked(queries.announcePeer(4, id, target, 6881, true, true, token));
    asked(queries.sampleInfohashes(5, id, target, Want.IPV6));
    asked(queries.get(6, id, target, OptionalLong.of(77), Want.BOTH));
    asked(queries.put(7, id, token, value()));
    asked(queries.put(8, id, token, item(), OptionalLong.of(76)));
  }

  private void addReplies() {
    byte[] ping = packets.getFirst();
    Query query = (Query) new MessageDecoder().decode(ping, ping.length);
    Endpoint asker = Endpoint.v4(random.nextInt(), 6881);
    Key id = Key.random(random);
    Contact[] contacts = new Contact[16];
    Arrays.setAll(contacts, i -> new Contact(Key.random(random), endpoint(i)));
    Endpoint[] peers = new Endpoint[60];
    Arrays.setAll(peers, this::endpoint);
    Key[] samples = new Key[40];
    Arrays.setAll(samples, _ -> Key.random(random));

    replied(replies.to(query, asker, id).write());
    replied(replies.to(query, asker, id).nodes(Want.IPV4, contacts, 16).write());
    replied(replies.to(query, null, id).nodes(Want.BOTH, contacts, 16).token(bytes(4)).write());
    replied(replies.to(query, asker, id).token(bytes(20)).peers(peers, 60).write());
    replied(replies.to(query, asker, id).filters(bytes(256), bytes(256)).peers(peers, 20).write());
    replied(
        replies
            .to(query, asker, id)
            .nodes(Want.IPV4, contacts, 16)
            .samples(samples, 40, 21_600, 5_000)
            .write());
    replied(replies.to(query, asker, id).token(bytes(8)).item(item()).write());
    replied(replies.to(query, asker, id).token(bytes(8)).value(value()).write());
    replied(replies.error(query, asker, ErrorCode.METHOD_UNKNOWN));
  }

  private void addOddities() {
    for (String packet :
        new String[] {
          "d1:ad2:id20:abcdefghij01234567891:vd1:ald1:bli1ei-2e3:xyzeeeee1:q3:put1:t2:aa1:y1:qe",
          "d1:rd2:id20:abcdefghij0123456789e1:t0:1:v5:longere",
          "d1:el3:badi203ee1:t2:aa1:y1:ee",
          "d1:t2:aa1:y1:qe",
          "l" + "l".repeat(200) + "e".repeat(201),
          "d" + "1:x0:".repeat(250) + "e"
        }) {
      packets.add(packet.getBytes(ISO_8859_1));
    }
  }

  private void asked(int length) {
    packets.add(Arrays.copyOf(queries.buffer(), length));
  }

  private void replied(int length) {
    packets.add(Arrays.copyOf(replies.buffer(), length));
  }

  private Endpoint endpoint(int i) {
    return i % 3 == 0
        ? Endpoint.v6(0x2001_0db8_0000_0000L, random.nextLong(), 6881)
        : Endpoint.v4(random.nextInt(), 6881);
  }

  private MutableItem item() {
    return new MutableItem(bytes(32), bytes(6), 77, bytes(64), value());
  }

  private static Bytes value() {
    return Bytes.of("d4:listli1ei2e3:abce4:name5:thinge".getBytes(ISO_8859_1));
  }

  private Bytes bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Bytes.of(bytes);
  }
}
