package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import java.lang.foreign.Arena;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.linux.BoundSocket;
import org.orbweaver.udp.linux.LinuxCalls;
import org.orbweaver.udp.linux.MessageBatch;

/**
 * The barest loop: receives a batch and answers each with the same constant bytes. It reads not
 * even the senders' addresses, which stay where the kernel wrote them.
 */
final class BareServer {
  private static final int BATCH = 64;

  /** So many empty looks in a row, then it naps: the other server has the processor now. */
  private static final int PATIENCE = 1_000;

  private static final int NAP_MILLIS = 10;

  private BareServer() {}

  static void run(int replyBytes) throws IOException, InterruptedException {
    try (Arena arena = Arena.ofConfined()) {
      LinuxCalls calls = new LinuxCalls(arena);
      Endpoint anyPort = Endpoint.parse("127.0.0.1:0");
      BoundSocket socket = BoundSocket.bind(calls, anyPort, false, 4 << 20);
      MessageBatch queries = new MessageBatch(arena, BATCH, 2_048);
      queries.expect(BATCH);
      MessageBatch replies = new MessageBatch(arena, BATCH, 2_048);
      for (int i = 0; i < BATCH; i++) {
        replies.put(i, anyPort, new byte[replyBytes], replyBytes);
        replies.putAddressOf(queries, i);
      }
      System.out.println(socket.bound().port());
      while (true) {
        serve(calls, socket.fd(), queries, replies);
        Thread.sleep(NAP_MILLIS);
      }
    }
  }

  private static void serve(LinuxCalls calls, int fd, MessageBatch queries, MessageBatch replies) {
    int empty = 0;
    while (empty < PATIENCE) {
      int count = calls.recvmmsg(fd, queries.pointer(0), BATCH, LinuxCalls.MSG_DONTWAIT);
      if (count <= 0) {
        empty++;
        continue;
      }
      empty = 0;
      calls.sendmmsg(fd, replies.pointer(0), count, LinuxCalls.MSG_DONTWAIT);
      queries.expect(count);
    }
  }
}
