package org.orbweaver.app.swarm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How commands talk to the peer that runs on a data directory: a socket in that very directory, so
 * who may is a matter of the directory's rights, and no port is needed. A line goes in, a line
 * comes out.
 */
public final class ControlSocket implements AutoCloseable {
  private static final String NAME = "peer.sock";

  private final ServerSocketChannel door;
  private final Path path;

  private ControlSocket(ServerSocketChannel door, Path path) {
    this.door = door;
    this.path = path;
  }

  /**
   * @param answer what to say to a line; called on a thread of the caller's own
   */
  public static ControlSocket open(Path data, UnaryOperator<String> answer) throws IOException {
    Path path = data.resolve(NAME);
    Files.deleteIfExists(path); // left by a peer that was killed; the disk's lock shows a live one
    ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      door.bind(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      door.close();
      throw new IOException(
          "cannot make the socket %s: %s; a shorter path may help".formatted(path, e.getMessage()),
          e);
    }
    Thread.ofVirtual()
        .name("control")
        .start(
            () -> {
              while (serveOne(door, answer)) {}
            });
    return new ControlSocket(door, path);
  }

  private static boolean serveOne(ServerSocketChannel door, UnaryOperator<String> answer) {
    try {
      SocketChannel caller = door.accept();
      Thread.ofVirtual()
          .start(
              () -> {
                try (caller) {
                  String line = readLine(caller);
                  if (line != null) {
                    writeLine(caller, answer.apply(line));
                  }
                } catch (IOException e) {
                  // The caller has gone; nobody is left to tell.
                }
              });
      return true;
    } catch (IOException e) {
      return false; // closed
    }
  }

  /** Asks the peer that runs on that directory. */
  public static String ask(Path data, String line) throws IOException {
    try (SocketChannel peer = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      try {
        peer.connect(UnixDomainSocketAddress.of(data.resolve(NAME)));
      } catch (IOException e) {
        throw new IOException(
            "no peer runs on %s (%s); start one with 'orb up --data %s'"
                .formatted(data, e.getMessage(), data),
            e);
      }
      writeLine(peer, line);
      String answer = readLine(peer);
      if (answer == null) {
        throw new IOException("the peer on " + data + " ended without an answer");
      }
      return answer;
    }
  }

  private static void writeLine(SocketChannel channel, String line) throws IOException {
    OutputStream out = Channels.newOutputStream(channel);
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static @Nullable String readLine(SocketChannel channel) throws IOException {
    return new BufferedReader(
            new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8))
        .readLine();
  }

  @Override
  public void close() throws IOException {
    door.close();
    Files.deleteIfExists(path);
  }
}
