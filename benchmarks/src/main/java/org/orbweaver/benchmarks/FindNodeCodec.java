package org.orbweaver.benchmarks;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.CompactNodes;
import org.orbweaver.wire.krpc.Message;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.ReplyWriter;
import org.orbweaver.wire.krpc.Want;

/**
 * The packets a crawler and a node see most: find_node and its reply with eight IPv4 nodes.
 * Sampled, since on a shared machine the median tells more than the mean.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class FindNodeCodec {
  private static final int NODES = 8;

  private final Random random = new Random(1);
  private final MessageDecoder decoder = new MessageDecoder();
  private final QueryWriter queries = new QueryWriter(true);
  private final ReplyWriter replies = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);

  private final Key id = Key.random(random);
  private final Key target = Key.random(random);
  private final Endpoint asker = Endpoint.v4(random.nextInt(), 6881);
  private final Contact[] closest = new Contact[NODES];
  private final byte[] queryPacket;
  private final byte[] replyPacket;
  private final Query query;

  public FindNodeCodec() {
    Arrays.setAll(
        closest, _ -> new Contact(Key.random(random), Endpoint.v4(random.nextInt(), 6881)));
    int queryLength = queries.findNode(1, id, target, Want.UNSAID);
    queryPacket = Arrays.copyOf(queries.buffer(), queryLength);
    query = (Query) decoder.decode(queryPacket, queryPacket.length);
    int replyLength = replies.to(query, asker, id).nodes(Want.IPV4, closest, NODES).write();
    replyPacket = Arrays.copyOf(replies.buffer(), replyLength);
  }

  /** A question comes in: its sender and target are read. */
  @Benchmark
  public long decodeQuery(Blackhole handler) {
    Message message = decoder.decode(queryPacket, queryPacket.length);
    handler.consume(message); // or the compiler would notice that it need not exist
    if (message instanceof Query found) {
      return found.id().high() ^ found.target().high();
    }
    throw new AssertionError(message);
  }

  @Benchmark
  public int encodeQuery() {
    return queries.findNode(0x0102_0304_0506L, id, target, Want.UNSAID);
  }

  /** An answer comes in: the ID and endpoint of each of its nodes are looked at, none is kept. */
  @Benchmark
  public long decodeReply(Blackhole handler) {
    Message message = decoder.decode(replyPacket, replyPacket.length);
    handler.consume(message);
    if (message instanceof Reply reply) {
      CompactNodes nodes = reply.nodes();
      long sum = reply.transactionNumber();
      for (int i = 0; i < nodes.size(); i++) {
        sum += nodes.id(i).commonPrefixLength(target) + nodes.endpoint(i).network();
      }
      return sum;
    }
    throw new AssertionError(message);
  }

  @Benchmark
  public int encodeReply() {
    return replies.to(query, asker, id).nodes(Want.IPV4, closest, NODES).write();
  }

  /** The figure to watch: an answer comes in and is looked at, another goes out. */
  @Benchmark
  public long decodeAndEncodeReply(Blackhole handler) {
    return decodeReply(handler) + encodeReply();
  }

  /** As decodeReply, but all eight nodes are new to us and kept. */
  @Benchmark
  public void decodeReplyAndKeepContacts(Blackhole handler) {
    Message message = decoder.decode(replyPacket, replyPacket.length);
    handler.consume(message);
    if (message instanceof Reply reply) {
      CompactNodes nodes = reply.nodes();
      for (int i = 0; i < nodes.size(); i++) {
        handler.consume(nodes.contact(i));
      }
    }
  }
}
