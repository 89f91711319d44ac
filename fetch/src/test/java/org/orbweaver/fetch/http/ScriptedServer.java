package org.orbweaver.fetch.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.orbweaver.fetch.url.WebUrl;

/** A server on loopback that answers every request head with what the test says, well or ill. */
public final class ScriptedServer implements AutoCloseable {
  /** Writes one answer; false hangs up. */
  public interface Script {
    boolean answer(List<String> head, OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket listener;
  private final Script script;
  private final AtomicInteger connections = new AtomicInteger();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  public ScriptedServer(Script script) throws IOException {
    this(InetAddress.ofLiteral("127.0.0.1"), script);
  }

  public ScriptedServer(InetAddress address, Script script) throws IOException {
    this.script = script;
    listener = new ServerSocket(0, 200, address);
    Thread.ofVirtual().start(this::accept);
  }

  /** Sends the same bytes to everybody. */
  public static ScriptedServer saying(String bytes) throws IOException {
    return new ScriptedServer(
        (head, out) -> {
          out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
          return true;
        });
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      OutputStream out = socket.getOutputStream();
      List<String> head = new ArrayList<>();
      String line;
      while ((line = in.readLine()) != null) {
        if (!line.isEmpty()) {
          head.add(line);
          continue;
        }
        requests.add(head.getFirst());
        boolean goOn = script.answer(List.copyOf(head), out);
        out.flush();
        if (!goOn) {
          return;
        }
        head.clear();
      }
    } catch (IOException e) {
      // The client hung up, as hostile servers make it do.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  public WebUrl url(String path) {
    return WebUrl.of("http://127.0.0.1:" + port() + path);
  }

  public int connections() {
    return connections.get();
  }

  public List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
