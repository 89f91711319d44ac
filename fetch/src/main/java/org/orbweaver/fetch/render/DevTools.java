package org.orbweaver.fetch.render;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Chrome DevTools protocol over one web socket: numbered calls and their results, and events by
 * session (a tab each). Bounded: a session's events beyond {@value #MOST_EVENTS} are dropped, as of
 * a page that does nothing but ask.
 */
public final class DevTools implements AutoCloseable {
  private static final int MOST_EVENTS = 10_000;
  private static final long PATIENCE_SECONDS = 30;

  private final JsonMapper json = new JsonMapper();
  private final HttpClient client = HttpClient.newHttpClient();
  private final WebSocket socket;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
  private final Map<String, BlockingQueue<JsonNode>> sessions = new ConcurrentHashMap<>();

  public DevTools(URI address) throws IOException {
    try {
      socket = client.newWebSocketBuilder().buildAsync(address, new Incoming()).join();
    } catch (CompletionException e) {
      throw new IOException("the browser cannot be reached at " + address, e);
    }
  }

  /** Events of a session from now on. */
  public BlockingQueue<JsonNode> listen(String session) {
    return sessions.computeIfAbsent(session, absent -> new LinkedBlockingQueue<>(MOST_EVENTS));
  }

  void forget(String session) {
    sessions.remove(session);
  }

  /** Waits for the result. */
  public JsonNode call(@Nullable String session, String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    int number = numbers.incrementAndGet();
    CompletableFuture<JsonNode> result = new CompletableFuture<>();
    calls.put(number, result);
    try {
      send(number, session, method, parameters);
      return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the browser did not " + method, e);
    } finally {
      calls.remove(number);
    }
  }

  /** Does not wait, and does not care for the result. */
  void tell(String session, String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    send(numbers.incrementAndGet(), session, method, parameters);
  }

  private void send(int number, @Nullable String session, String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    ObjectNode message = json.createObjectNode();
    message.put("id", number).put("method", method).set("params", json.valueToTree(parameters));
    if (session != null) {
      message.put("sessionId", session);
    }
    String text = json.writeValueAsString(message);
    synchronized (this) { // a web socket takes one message at a time
      try {
        socket.sendText(text, true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException("the browser is gone", e);
      }
    }
  }

  private void received(String text) {
    JsonNode message = json.readTree(text);
    JsonNode number = message.get("id");
    if (number != null) {
      CompletableFuture<JsonNode> call = calls.get(number.asInt());
      if (call != null) {
        JsonNode error = message.get("error");
        if (error == null) {
          call.complete(message.get("result"));
        } else {
          call.completeExceptionally(new IOException(error.toString()));
        }
      }
      return;
    }
    JsonNode session = message.get("sessionId");
    BlockingQueue<JsonNode> events = session == null ? null : sessions.get(session.asString());
    if (events != null) {
      boolean kept = events.offer(message);
      if (!kept) {
        events.poll(); // the page is hopeless; its last events say so as well as its first
      }
    }
  }

  private void gone() {
    calls.values().forEach(call -> call.completeExceptionally(new IOException("connection lost")));
  }

  @Override
  public void close() {
    socket.abort();
    client.close();
  }

  private final class Incoming implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        String whole = text.toString();
        text.setLength(0);
        received(whole);
      }
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      gone();
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable problem) {
      gone();
    }
  }
}
