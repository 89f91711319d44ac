package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import java.lang.foreign.Arena;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.linux.BoundSocket;
import org.orbweaver.udp.linux.LinuxCalls;
import org.orbweaver.udp.linux.MessageBatch;

/**
 * The barest loop that can serve random addresses: one wildcard socket, and each query is answered
 * with constant bytes from the address it was sent to. Nothing is decoded.
 *
 * <p>One thing it does beyond the barest: it copies the query's transaction, eight bytes at a known
 * place, into the reply. So the visitor checks the same for both servers, at the same cost.
 */
final class BareWildcardServer {
  private static final int BATCH = 64;

  /** So many empty looks in a row, then it naps: the other server has the processor now. */
  private static final int PATIENCE = 1_000;

  private static final int NAP_MILLIS = 10;

  private final LinuxCalls calls;
  private final int fd;
  private final MessageBatch queries;
  private final MessageBatch replies;
  private final int transactionInQuery;
  private final int transactionInReply;

  private BareWildcardServer(
      LinuxCalls calls, int fd, Arena arena, int queryBytes, int replyBytes) {
    this.calls = calls;
    this.fd = fd;
    queries = new MessageBatch(arena, BATCH, 2_048);
    queries.expect(BATCH);
    replies = new MessageBatch(arena, BATCH, 2_048);
    for (int i = 0; i < BATCH; i++) {
      replies.put(i, Endpoint.v4(0, 0), new byte[replyBytes], replyBytes);
      replies.putAddressOf(queries, i);
    }
    transactionInQuery = Transactions.place(queryBytes);
    transactionInReply = Transactions.place(replyBytes);
  }

  static void run(int queryBytes, int replyBytes) throws IOException, InterruptedException {
    try (Arena arena = Arena.ofConfined()) {
      LinuxCalls calls = new LinuxCalls(arena);
      BoundSocket socket = BoundSocket.bind(calls, Endpoint.v4(0, 0), true, 4 << 20);
      BareWildcardServer server =
          new BareWildcardServer(calls, socket.fd(), arena, queryBytes, replyBytes);
      System.out.println(socket.bound().port());
      while (true) {
        server.serve();
        Thread.sleep(NAP_MILLIS);
      }
    }
  }

  private void serve() {
    int empty = 0;
    while (empty < PATIENCE) {
      int count = calls.recvmmsg(fd, queries.pointer(0), BATCH, LinuxCalls.MSG_DONTWAIT);
      if (count <= 0) {
        empty++;
        continue;
      }
      empty = 0;
      for (int i = 0; i < count; i++) {
        replies.putSource(i, queries.destination(i));
        replies.patch(i, transactionInReply, queries.peek(i, transactionInQuery));
      }
      calls.sendmmsg(fd, replies.pointer(0), count, LinuxCalls.MSG_DONTWAIT);
      queries.expect(count);
    }
  }
}
