package org.orbweaver.indexer.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/** Holds a conversation over a connected socket, in the calling (virtual) thread. */
final class SocketConversation {
  private static final int BUFFER = 16_640; // a piece of metadata with its dictionary

  private SocketConversation() {}

  /** Returns how it ended; the conversation is released, the socket is the caller's to close. */
  static SessionEnd hold(Socket socket, Conversation conversation) {
    try {
      return converse(socket, conversation);
    } catch (IOException e) {
      conversation.closed(); // a reset, or we were cancelled
      SessionEnd end = conversation.end();
      return end == null ? new SessionEnd.Failed(PeerFailure.CLOSED) : end;
    } finally {
      conversation.release();
    }
  }

  private static SessionEnd converse(Socket socket, Conversation conversation) throws IOException {
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    byte[] buffer = new byte[BUFFER];
    SessionEnd end = null;
    while (end == null) {
      byte[] output = conversation.takeOutput();
      if (output.length > 0) {
        out.write(output);
      }
      receive(socket, in, buffer, conversation);
      end = conversation.end();
    }
    return end;
  }

  private static void receive(
      Socket socket, InputStream in, byte[] buffer, Conversation conversation) throws IOException {
    long wait = TimeUnit.NANOSECONDS.toMillis(conversation.deadline() - System.nanoTime());
    socket.setSoTimeout(Math.clamp(wait + 1, 1, Integer.MAX_VALUE));
    try {
      int length = in.read(buffer);
      if (length < 0) {
        conversation.closed();
      } else {
        conversation.receive(System.nanoTime(), buffer, 0, length);
      }
    } catch (SocketTimeoutException e) {
      conversation.tick(System.nanoTime());
    }
    conversation.tick(System.nanoTime());
  }
}
