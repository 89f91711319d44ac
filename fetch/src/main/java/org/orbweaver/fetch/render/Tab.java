package org.orbweaver.fetch.render;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One page in the browser, from its first request until it is at rest: nothing asked for, and no
 * timer to fire, for a while. Then it is scrolled, unfolded and pressed for more, step by step,
 * with a rest after each. Bounded: so many requests, so many steps, so much time of its own (what
 * our pauses take does not count), so much HTML. Scripts that have no rest are stopped when the
 * time is over, and what there is by then is read.
 */
final class Tab {
  private static final int MOST_REQUESTS = 400;
  private static final int MOST_STEPS = 40;
  private static final int MOST_FRAMES = 20;
  private static final long QUIET = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long QUIET_AFTER_STEP = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LAST_WORD = TimeUnit.SECONDS.toNanos(5);
  private static final long STEP_MILLIS = 50;
  private static final int LARGEST_VIEW = 16_384;

  private final DevTools tools;
  private final String target;
  private final Answer page;
  private final Sources sources;
  private final Browser browser;
  private final List<String> wentTo = new ArrayList<>();

  /** Frames of other hosts, which have a process of their own. */
  private final Set<String> others = new LinkedHashSet<>();

  private String session = "";
  private BlockingQueue<JsonNode> events;
  private long deadline;
  private long lastAt;
  private boolean given;
  private boolean loaded;
  private boolean crashed;
  private int requests;

  /**
   * @param target the browser's name for the tab, and for its outermost frame
   */
  @SuppressWarnings("NullAway.Init") // events come with the session
  Tab(DevTools tools, String target, Answer page, Sources sources, Browser browser) {
    this.tools = tools;
    this.target = target;
    this.page = page;
    this.sources = sources;
    this.browser = browser;
  }

  Renderer.@Nullable Rendered load(String url) throws IOException, InterruptedException {
    session =
        tools
            .call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asString();
    events = tools.listen(session);
    try {
      prepare(session);
      tools.call(session, "Page.enable", Map.of());
      tools.call(session, "Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
      tools.tell(session, "Page.navigate", Map.of("url", url));
      deadline = System.nanoTime() + browser.budget().toNanos();
      boolean atRest = awaitRest(QUIET);
      for (int step = 0; atRest && step < MOST_STEPS && doSomething(); step++) {
        atRest = awaitRest(QUIET_AFTER_STEP);
      }
      return crashed || !given ? null : read(!atRest);
    } finally {
      tools.forget(session);
      others.forEach(tools::forget);
    }
  }

  /** Nothing of a frame may go past us: all that follows must be in place before it begins. */
  private void prepare(String frame) throws IOException, InterruptedException {
    tools.call(frame, "Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", "*"))));
    tools.call(frame, "Page.addScriptToEvaluateOnNewDocument", Map.of("source", PageScripts.FIRST));
    tools.call(
        frame,
        "Target.setAutoAttach",
        Map.of("autoAttach", true, "waitForDebuggerOnStart", true, "flatten", true));
  }

  /** False if its time was over first. */
  private boolean awaitRest(long quiet) throws IOException, InterruptedException {
    lastAt = System.nanoTime();
    while (!crashed && System.nanoTime() < deadline) {
      if (!hear() && loaded && System.nanoTime() - lastAt > quiet) {
        JsonNode waiting = evaluate(session, PageScripts.WAITING, deadline);
        if (waiting != null && waiting.asInt(0) == 0 && System.nanoTime() - lastAt > quiet) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean doSomething() throws IOException, InterruptedException {
    JsonNode did = evaluate(session, PageScripts.STEP, deadline);
    return did != null && did.asBoolean(false);
  }

  /** Waits a moment for an event; false if there was none. */
  private boolean hear() throws IOException, InterruptedException {
    JsonNode event = events.poll(STEP_MILLIS, TimeUnit.MILLISECONDS);
    if (event == null) {
      tools.requireThere();
      return false;
    }
    happened(event.get("sessionId").asString(), event);
    lastAt = System.nanoTime();
    return true;
  }

  /**
   * What a script of ours says; meanwhile the page gets its answers, for which it may be waiting.
   * Null if it says nothing in time: another script is at work, and there is only one at a time.
   */
  private @Nullable JsonNode evaluate(String where, String expression, long until)
      throws IOException, InterruptedException {
    CompletableFuture<JsonNode> said =
        tools.ask(
            where, "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    while (!said.isDone() && !crashed && System.nanoTime() < until) {
      hear();
    }
    JsonNode result = said.isDone() && !said.isCompletedExceptionally() ? said.join() : null;
    said.cancel(false);
    return result == null ? null : result.get("result").get("value");
  }

  private void happened(String frame, JsonNode event) throws IOException, InterruptedException {
    JsonNode told = event.get("params");
    switch (event.get("method").asString()) {
      case "Fetch.requestPaused" -> answer(frame, told);
      case "Page.loadEventFired" -> loaded = true;
      case "Page.javascriptDialogOpening" ->
          tools.tell(frame, "Page.handleJavaScriptDialog", Map.of("accept", false));
      case "Target.attachedToTarget" -> {
        String kind = told.get("targetInfo").get("type").asString();
        attach(told.get("sessionId").asString(), kind.equals("iframe"));
      }
      case "Inspector.targetCrashed" -> crashed |= frame.equals(session);
      default -> {}
    }
  }

  /**
   * A frame of another host's, or a worker, whose requests are the page's: it waits until we let it
   * go on, and beyond some frames it never does.
   */
  private void attach(String frame, boolean own) throws IOException {
    if (!own) {
      tools.tell(frame, "Runtime.runIfWaitingForDebugger", Map.of());
      return;
    }
    if (others.size() >= MOST_FRAMES) {
      return;
    }
    others.add(frame);
    tools.listen(frame, events);
    tools.tell(frame, "Fetch.enable", Map.of("patterns", List.of(Map.of("urlPattern", "*"))));
    tools.tell(frame, "Page.addScriptToEvaluateOnNewDocument", Map.of("source", PageScripts.FIRST));
    tools.tell(frame, "Runtime.runIfWaitingForDebugger", Map.of());
  }

  private void answer(String frame, JsonNode paused) throws IOException, InterruptedException {
    String request = paused.get("requestId").asString();
    JsonNode asked = paused.get("request");
    String url = asked.get("url").asString();
    boolean outermost =
        paused.get("resourceType").asString().equals("Document")
            && paused.get("frameId").asString().equals(target);
    Wanted wanted = wanted(asked);
    Answer answer = null;
    if (outermost && given) {
      wentTo.add(url); // a link like others: where it leads is fetched in its own turn
    } else if (outermost) {
      given = true;
      answer = page;
    } else if (wanted != null && ++requests <= MOST_REQUESTS) {
      long began = System.nanoTime();
      answer = sources.get(wanted);
      deadline += System.nanoTime() - began;
    }
    if (answer == null) {
      tools.tell(
          frame,
          "Fetch.failRequest",
          Map.of("requestId", request, "errorReason", "BlockedByClient"));
    } else {
      tools.tell(frame, "Fetch.fulfillRequest", fulfilled(request, answer));
    }
  }

  /** Null for what changes things: only GET and POST, which pages use to ask, are passed on. */
  private static @Nullable Wanted wanted(JsonNode asked) {
    String url = asked.get("url").asString();
    String method = asked.get("method").asString();
    if (method.equals("GET")) {
      return new Wanted(url, null, "");
    }
    JsonNode text = asked.get("postData");
    if (!method.equals("POST") || text == null && asked.has("hasPostData")) {
      return null;
    }
    String type = "";
    for (Map.Entry<String, JsonNode> header : asked.get("headers").properties()) {
      type = header.getKey().equalsIgnoreCase("content-type") ? header.getValue().asString() : type;
    }
    byte[] body = (text == null ? "" : text.asString()).getBytes(StandardCharsets.UTF_8);
    return new Wanted(url, body, type);
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

  private Renderer.@Nullable Rendered read(boolean overBudget)
      throws IOException, InterruptedException {
    List<Renderer.Document> documents = new ArrayList<>();
    List<String> made = new ArrayList<>();
    if (overBudget) {
      tools.tell(session, "Runtime.terminateExecution", Map.of());
    }
    collect(session, documents, made);
    for (String frame : List.copyOf(others)) {
      collect(frame, documents, made);
    }
    List<Renderer.View> views = overBudget ? List.of() : views();
    return new Renderer.Rendered(documents, wentTo, made, overBudget, views);
  }

  private void collect(String frame, List<Renderer.Document> documents, List<String> made)
      throws IOException, InterruptedException {
    JsonNode value = evaluate(frame, PageScripts.COLLECT, System.nanoTime() + LAST_WORD);
    if (value != null) {
      JsonNode all = JsonMapper.shared().readTree(value.asString());
      all.get("documents")
          .forEach(
              document ->
                  documents.add(
                      new Renderer.Document(
                          document.get("url").asString(), document.get("html").asString())));
      all.get("made").forEach(address -> made.add(address.asString()));
    }
  }

  private List<Renderer.View> views() throws IOException, InterruptedException {
    List<Renderer.View> views = new ArrayList<>();
    if (!browser.views().isEmpty()) {
      JsonNode text = evaluate(session, PageScripts.TEXT, System.nanoTime() + LAST_WORD);
      if (text != null && browser.views().contains("text")) {
        byte[] bytes = text.asString().getBytes(StandardCharsets.UTF_8);
        views.add(new Renderer.View("text", "text/plain; charset=utf-8", bytes));
      }
    }
    if (browser.views().contains("fullPage")) {
      views.add(new Renderer.View("fullPage", "image/png", screenshot()));
    }
    if (browser.views().contains("pdf")) {
      views.add(
          new Renderer.View(
              "pdf", "application/pdf", data("Page.printToPDF", Map.of("printBackground", true))));
    }
    return views;
  }

  private byte[] screenshot() throws IOException, InterruptedException {
    JsonNode size = result("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
    Map<String, ?> clip =
        Map.of(
            "x",
            0,
            "y",
            0,
            "width",
            Math.min(LARGEST_VIEW, size.get("width").asInt(800)),
            "height",
            Math.min(LARGEST_VIEW, size.get("height").asInt(600)),
            "scale",
            1);
    return data("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip));
  }

  private byte[] data(String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    return Base64.getDecoder().decode(result(method, parameters).get("data").asString());
  }

  private JsonNode result(String method, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    CompletableFuture<JsonNode> made = tools.ask(session, method, parameters);
    long until = System.nanoTime() + 2 * LAST_WORD;
    while (!made.isDone() && System.nanoTime() < until) {
      hear();
    }
    if (!made.isDone() || made.isCompletedExceptionally()) {
      throw new IOException("the browser did not " + method);
    }
    return made.join();
  }
}
