package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.EveryAccessor;
import org.orbweaver.wire.krpc.Malformed;
import org.orbweaver.wire.krpc.Message;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.ReplyWriter;

class KrpcFuzzTest {
  private static final Endpoint ASKER = Endpoint.parse("192.0.2.1:6881");

  private final MessageDecoder decoder = new MessageDecoder();
  private final ReplyWriter writer = new ReplyWriter(ReplyWriter.DEFAULT_LIMIT);

  /** Nothing throws, and what can be answered gets an answer that its sender can read. */
  @FuzzTest
  void decode(byte[] packet) {
    Message message = decoder.decode(packet, packet.length);
    EveryAccessor.touch(message);
    if (message instanceof Query query) {
      int length = writer.to(query, ASKER, Key.MAX).write();
      Reply reply = (Reply) decoder.decode(writer.buffer(), length);
      assertThat(reply.transaction()).isEqualTo(query.transaction());
      PlantedBug.at(query.transaction().length() != 2);
    } else if (message instanceof Malformed malformed && malformed.isAnswerable()) {
      int length = writer.error(malformed, ASKER, ErrorCode.PROTOCOL);
      ErrorReply error = (ErrorReply) decoder.decode(writer.buffer(), length);
      assertThat(error.transaction()).isEqualTo(malformed.transaction());
    }
  }
}
