package org.orbweaver.fetch.render;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Chrome DevTools protocol over a pair of pipes, where a zero ends each message: numbered calls
 * and their results, and events by session (a tab each). Bounded: a session's events beyond {@value
 * #MOST_EVENTS} are dropped, as of a page that does nothing but ask; a message beyond {@value
 * #LONGEST_MESSAGE} bytes ends the conversation.
 */
public final class DevTools implements AutoCloseable {
  private static final int MOST_EVENTS = 10_000;
  private static final int LONGEST_MESSAGE = 128 << 20;
  private static final long PATIENCE_SECONDS = 30;

  private final JsonMapper json = new JsonMapper();
  private final InputStream in;
  private final OutputStream out;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
  private final Map<String, BlockingQueue<JsonNode>> sessions = new ConcurrentHashMap<>();
  private volatile boolean gone;

  public DevTools(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
    Thread.ofPlatform().daemon().name("browser").start(this::hear);
  }

  /** True if nothing will come any more. */
  boolean isGone() {
    return gone;
  }

  void requireThere() throws IOException {
    if (gone) {
      throw new IOException("the browser is gone");
    }
  }

  /** Events of a session from now on. */
  public BlockingQueue<JsonNode> listen(String session) {
    return sessions.computeIfAbsent(session, absent -> new LinkedBlockingQueue<>(MOST_EVENTS));
  }

  /** The same for a session that belongs to another, among the other's. */
  void listen(String session, BlockingQueue<JsonNode> among) {
    sessions.put(session, among);
  }

  void forget(String session) {
    sessions.remove(session);
  }

  /** Waits for the result. */
  public JsonNode call(@Nullable String session, String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    return call(session, method, parameters, PATIENCE_SECONDS);
  }

  /** A browser that does not even answer for itself is no longer there. */
  JsonNode call(@Nullable String session, String method, Map<String, ?> parameters, long seconds)
      throws IOException, InterruptedException {
    int number = numbers.incrementAndGet();
    CompletableFuture<JsonNode> result = new CompletableFuture<>();
    calls.put(number, result);
    try {
      send(number, session, method, parameters);
      return result.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      if (session == null) {
        gone();
      }
      throw new IOException("the browser did not " + method, e);
    } catch (ExecutionException e) {
      throw new IOException("the browser did not " + method, e);
    } finally {
      calls.remove(number);
    }
  }

  /** Does not wait; who loses interest in the result cancels it. */
  CompletableFuture<JsonNode> ask(String session, String method, Map<String, ?> parameters)
      throws IOException {
    int number = numbers.incrementAndGet();
    CompletableFuture<JsonNode> result = new CompletableFuture<>();
    calls.put(number, result);
    var _ = result.whenComplete((value, failure) -> calls.remove(number));
    send(number, session, method, parameters);
    return result;
  }

  /** Does not wait, and does not care for the result. */
  void tell(String session, String method, Map<String, ?> parameters) throws IOException {
    send(numbers.incrementAndGet(), session, method, parameters);
  }

  private void send(int number, @Nullable String session, String method, Map<String, ?> parameters)
      throws IOException {
    requireThere();
    ObjectNode message = json.createObjectNode();
    message.put("id", number).put("method", method).set("params", json.valueToTree(parameters));
    if (session != null) {
      message.put("sessionId", session);
    }
    byte[] text = json.writeValueAsBytes(message);
    try {
      synchronized (out) { // message after message
        out.write(text);
        out.write(0);
        out.flush();
      }
    } catch (IOException e) {
      gone();
      throw new IOException("the browser is gone", e);
    }
  }

  private void hear() {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    byte[] step = new byte[64 << 10];
    try {
      int read;
      while ((read = in.read(step)) >= 0 && message.size() <= LONGEST_MESSAGE) {
        int from = 0;
        for (int at = 0; at < read; at++) {
          if (step[at] == 0) {
            message.write(step, from, at - from);
            received(message.toByteArray());
            message.reset();
            from = at + 1;
          }
        }
        message.write(step, from, read - from);
      }
    } catch (IOException | JacksonException e) {
      // What it says makes no sense any more, or it says nothing.
    } finally {
      gone();
    }
  }

  private void received(byte[] text) {
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
    gone = true;
    calls.values().forEach(call -> call.completeExceptionally(new IOException("connection lost")));
  }

  /** When the browser has ended: it may still be reading. */
  @Override
  public void close() {
    gone();
    try (in;
        out) {
      // The pipes are ours to close.
    } catch (IOException e) {
      // Its end of them is closed already.
    }
  }
}
