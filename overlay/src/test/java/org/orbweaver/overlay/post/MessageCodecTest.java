package org.orbweaver.overlay.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.swarm.Claim;
import org.orbweaver.overlay.swarm.Credentials;
import org.orbweaver.overlay.swarm.Peer;
import org.orbweaver.overlay.task.Task;

class MessageCodecTest {
  private static final Claim CLAIM =
      new Claim(
          new Peer(Endpoint.parse("10.1.2.3:7000"), 256, 99, 7, new Credentials(new byte[96])),
          Claim.Life.DEAD);
  private static final Claim CLAIM6 =
      new Claim(
          new Peer(Endpoint.parse("[2001:db8::1]:7000"), 0, -1, -7, Credentials.NONE),
          Claim.Life.LIVING);
  private static final Task TASK = new Task(5, 1, 2, 3, "https://example.org/path?query");

  private static final List<Message> MESSAGES =
      List.of(
          new Message.Ping(17, List.of(CLAIM, CLAIM6)),
          new Message.Pong(-17, List.of()),
          new Message.Join(CLAIM),
          new Message.Roster(List.of(CLAIM6)),
          new Message.FindNode(Key.MAX),
          new Message.Nodes(List.of(CLAIM)),
          new Message.FindValue(TASK.id()),
          new Message.Value(List.of(TASK.processed(new byte[3]))),
          new Message.StoreTask(List.of(TASK.queued())),
          new Message.StoreBackup(List.of(TASK.queued(), TASK.processed(new byte[1])), true),
          new Message.DeleteBackup(List.of(TASK.processed(new byte[0]))),
          new Message.Kept(3),
          new Message.RefreshTask(List.of(new Message.Offer(TASK.id(), 1))));

  private static byte[] bytes(Message message) {
    ByteWriter out = new ByteWriter();
    MessageCodec.write(message, out);
    return out.toBytes();
  }

  private static @Nullable Message read(byte[] bytes) {
    return MessageCodec.read(new ByteReader(bytes, 0, bytes.length));
  }

  @Test
  void everyMessageComesBackAsItWas() {
    for (Message message : MESSAGES) {
      assertThat(read(bytes(message))).isEqualTo(message);
    }
    Message.Wanted wanted = new Message.Wanted(new byte[] {2});
    assertThat(read(bytes(wanted))).isInstanceOf(Message.Wanted.class);
    assertThat(wanted.wants(1)).isTrue();
    assertThat(wanted.wants(0)).isFalse();
    assertThat(wanted.wants(100)).isFalse();
  }

  @Test
  void brokenMessagesAreRefusedWithoutAnException() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = bytes(MESSAGES.get(random.nextInt(MESSAGES.size())));
      int length = random.nextInt(bytes.length + 1);
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      MessageCodec.read(new ByteReader(bytes, 0, length));
    }
  }

  @Test
  void aClaimOfManyElementsCostsNothing() {
    byte[] bomb = {9, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x7F};
    assertThat(read(bomb)).isNull();
  }
}
