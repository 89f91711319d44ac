package org.orbweaver.fetch.render;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One page in the browser, from its first request until nothing has happened for a while. Bounded:
 * so many requests, so much time of its own (what our pauses take does not count), so much HTML.
 */
final class Tab {
  private static final int MOST_REQUESTS = 200;
  private static final int LONGEST_HTML = 16 << 20;
  private static final long QUIET = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(20);
  private static final long STEP_MILLIS = 100;
  private static final Map<String, ?> SCREEN =
      Map.of("width", 1200, "height", 1600, "deviceScaleFactor", 1, "mobile", false);
  private static final String DOCUMENT =
      "document.documentElement ? document.documentElement.outerHTML.slice(0, "
          + LONGEST_HTML
          + ") : ''";

  private final DevTools tools;
  private final String target;
  private final Answer page;
  private final Sources sources;
  private final List<String> wentTo = new ArrayList<>();
  private long deadline;
  private boolean given;
  private boolean loaded;
  private boolean crashed;
  private int requests;

  /**
   * @param target the browser's name for the tab, and for its outermost frame
   */
  Tab(DevTools tools, String target, Answer page, Sources sources) {
    this.tools = tools;
    this.target = target;
    this.page = page;
    this.sources = sources;
  }

  /** The document when the page is at rest. */
  Renderer.@Nullable Rendered load(String url) throws IOException, InterruptedException {
    return load(url, Map.of(), session -> new Renderer.Rendered(html(session), wentTo));
  }

  /** What is seen of it then, as PNG. */
  byte @Nullable [] picture(String url) throws IOException, InterruptedException {
    return load(url, SCREEN, this::screenshot);
  }

  private interface Outcome<T> {
    T of(String session) throws IOException, InterruptedException;
  }

  private <T> @Nullable T load(String url, Map<String, ?> screen, Outcome<T> outcome)
      throws IOException, InterruptedException {
    String session =
        tools
            .call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asString();
    BlockingQueue<JsonNode> events = tools.listen(session);
    try {
      tools.call(session, "Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", "*"))));
      tools.call(session, "Page.enable", Map.of());
      if (!screen.isEmpty()) {
        tools.call(session, "Emulation.setDeviceMetricsOverride", screen);
      }
      tools.tell(session, "Page.navigate", Map.of("url", url));
      awaitRest(session, events);
      return crashed || !given ? null : outcome.of(session);
    } finally {
      tools.forget(session);
    }
  }

  private void awaitRest(String session, BlockingQueue<JsonNode> events)
      throws IOException, InterruptedException {
    deadline = System.nanoTime() + LONGEST;
    long lastAt = System.nanoTime();
    while (!crashed && System.nanoTime() < deadline) {
      JsonNode event = events.poll(STEP_MILLIS, TimeUnit.MILLISECONDS);
      if (event != null) {
        happened(session, event);
        lastAt = System.nanoTime();
      } else if (loaded && System.nanoTime() - lastAt > QUIET) {
        return;
      } else {
        tools.requireThere();
      }
    }
  }

  private void happened(String session, JsonNode event) throws IOException, InterruptedException {
    JsonNode told = event.get("params");
    switch (event.get("method").asString()) {
      case "Fetch.requestPaused" -> answer(session, told);
      case "Page.loadEventFired" -> loaded = true;
      case "Page.javascriptDialogOpening" ->
          tools.tell(session, "Page.handleJavaScriptDialog", Map.of("accept", false));
      case "Inspector.targetCrashed" -> crashed = true;
      default -> {}
    }
  }

  private void answer(String session, JsonNode paused) throws IOException, InterruptedException {
    String request = paused.get("requestId").asString();
    String url = paused.get("request").get("url").asString();
    boolean outermost =
        paused.get("resourceType").asString().equals("Document")
            && paused.get("frameId").asString().equals(target);
    Answer answer = null;
    if (outermost && given) {
      wentTo.add(url); // a link like others: where it leads is fetched in its own turn
    } else if (outermost) {
      given = true;
      answer = page;
    } else if (paused.get("request").get("method").asString().equals("GET")
        && ++requests <= MOST_REQUESTS) {
      long asked = System.nanoTime();
      answer = sources.get(url);
      deadline += System.nanoTime() - asked;
    }
    if (answer == null) {
      tools.tell(
          session,
          "Fetch.failRequest",
          Map.of("requestId", request, "errorReason", "BlockedByClient"));
    } else {
      tools.tell(session, "Fetch.fulfillRequest", fulfilled(request, answer));
    }
  }

  private static Map<String, ?> fulfilled(String request, Answer answer) {
    return Map.of(
        "requestId",
        request,
        "responseCode",
        answer.status(),
        "responseHeaders",
        answer.headers().entrySet().stream()
            .map(header -> Map.of("name", header.getKey(), "value", header.getValue()))
            .toList(),
        "body",
        Base64.getEncoder().encodeToString(answer.body()));
  }

  private byte[] screenshot(String session) throws IOException, InterruptedException {
    JsonNode picture = tools.call(session, "Page.captureScreenshot", Map.of("format", "png"));
    return Base64.getDecoder().decode(picture.get("data").asString());
  }

  private String html(String session) throws IOException, InterruptedException {
    JsonNode value =
        tools
            .call(
                session, "Runtime.evaluate", Map.of("expression", DOCUMENT, "returnByValue", true))
            .get("result")
            .get("value");
    return value == null ? "" : value.asString();
  }
}
