package org.orbweaver.lab.browser;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.fetch.render.DevTools;
import tools.jackson.databind.JsonNode;

/** Chromium as a visitor has it, driven by its DevTools protocol. */
public final class VisitorBrowser implements AutoCloseable {
  /** Chromium reads commands from file 3 and answers on file 4. */
  private static final String PIPES =
      "exec 3<&0 4>&1 </dev/null >/dev/null 2>&1; exec \"$0\" \"$@\"";

  private static final int PHONE = 600;

  private final Process process;
  private final DevTools tools;
  private final TemporaryFolder profile;

  private VisitorBrowser(Process process, DevTools tools, TemporaryFolder profile) {
    this.process = process;
    this.tools = tools;
    this.profile = profile;
  }

  public static VisitorBrowser start(List<String> options)
      throws IOException, InterruptedException {
    TemporaryFolder profile = new TemporaryFolder("orb-lab-browser-");
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                PIPES,
                "chromium",
                "--headless=new",
                "--no-sandbox",
                "--remote-debugging-pipe",
                "--user-data-dir=" + profile.path(),
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--disable-popup-blocking",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--window-size=1200,900"));
    command.addAll(options);
    command.add("about:blank");
    Process process = new ProcessBuilder(command).start();
    DevTools tools = new DevTools(process.getInputStream(), process.getOutputStream());
    VisitorBrowser browser = new VisitorBrowser(process, tools, profile);
    try {
      tools.call(null, "Browser.getVersion", Map.of());
      return browser;
    } catch (IOException e) {
      browser.close();
      throw new IOException("Chromium did not start", e);
    }
  }

  /** A tab of its own. */
  public final class Page implements AutoCloseable {
    private final String target;
    private final String session;
    private final BlockingQueue<JsonNode> events;
    private final List<String> complaints = new ArrayList<>();

    /**
     * @param script run in each document before its own; null for none
     */
    public Page(@Nullable String script) throws IOException, InterruptedException {
      target =
          tools
              .call(null, "Target.createTarget", Map.of("url", "about:blank"))
              .get("targetId")
              .asString();
      session =
          tools
              .call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
              .get("sessionId")
              .asString();
      events = tools.listen(session);
      tell("Page.enable", Map.of());
      if (script != null) {
        tell("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
      }
    }

    /** Anything of the protocol that has no word of its own here. */
    public JsonNode tell(String method, Map<String, ?> parameters)
        throws IOException, InterruptedException {
      return tools.call(session, method, parameters);
    }

    /** From now on all that the browser complains of is noted. */
    public void noteComplaints() throws IOException, InterruptedException {
      tell("Runtime.enable", Map.of());
      tell("Log.enable", Map.of());
    }

    /** As on a screen so wide, by day or by night. */
    public void look(int width, int height, boolean dark) throws IOException, InterruptedException {
      tell(
          "Emulation.setDeviceMetricsOverride",
          Map.of(
              "width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < PHONE));
      tell(
          "Emulation.setEmulatedMedia",
          Map.of(
              "features",
              List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Goes there, and waits until it is loaded and a while longer. */
    public void open(String url, long settleMillis) throws IOException, InterruptedException {
      hear();
      tell("Page.navigate", Map.of("url", url));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (System.nanoTime() < end) {
        JsonNode event = events.poll(1, TimeUnit.SECONDS);
        if (event != null) {
          note(event);
          if (event.get("method").asString().equals("Page.loadEventFired")) {
            break;
          }
        }
      }
      Thread.sleep(settleMillis);
    }

    private void hear() {
      JsonNode event;
      while ((event = events.poll()) != null) {
        note(event);
      }
    }

    private void note(JsonNode event) {
      JsonNode what = event.path("params");
      switch (event.get("method").asString()) {
        case "Runtime.exceptionThrown" ->
            complaints.add(what.path("exceptionDetails").path("exception").toString());
        case "Runtime.consoleAPICalled" -> {
          if (what.path("type").asString("").matches("error|assert")) {
            complaints.add(what.path("args").toString());
          }
        }
        case "Log.entryAdded" -> {
          JsonNode entry = what.path("entry");
          if (entry.path("level").asString("").equals("error")) {
            complaints.add(
                entry.path("text").asString("") + " at " + entry.path("url").asString(""));
          }
        }
        default -> {}
      }
    }

    /** What the browser has complained of since it was last asked: thrown, logged, not loaded. */
    public List<String> complaints() {
      hear();
      List<String> all = List.copyOf(complaints);
      complaints.clear();
      return all;
    }

    /** What a script comes to, as JSON. */
    public String evaluate(String script) throws IOException, InterruptedException {
      return String.valueOf(evaluated(script).get("result").get("value"));
    }

    private JsonNode evaluated(String script) throws IOException, InterruptedException {
      return tell(
          "Runtime.evaluate",
          Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
    }

    /** What a script comes to; one that throws is an exception here, too. */
    public JsonNode value(String script) throws IOException, InterruptedException {
      return valueOf(evaluated(script));
    }

    /** The same in the page's first frame, which the page itself may not look into. */
    public JsonNode valueInFrame(String script) throws IOException, InterruptedException {
      JsonNode frames = tell("Page.getFrameTree", Map.of()).path("frameTree").path("childFrames");
      if (frames.isEmpty()) {
        throw new IOException("the page has no frame");
      }
      String frame = frames.get(0).path("frame").path("id").asString();
      int world =
          tell("Page.createIsolatedWorld", Map.of("frameId", frame))
              .get("executionContextId")
              .asInt();
      return valueOf(
          tell(
              "Runtime.evaluate",
              Map.of("expression", script, "returnByValue", true, "contextId", world)));
    }

    private static JsonNode valueOf(JsonNode result) throws IOException {
      JsonNode thrown = result.get("exceptionDetails");
      if (thrown != null) {
        throw new IOException("the page's script failed: " + thrown);
      }
      return result.get("result").path("value");
    }

    public byte[] screenshot() throws IOException, InterruptedException {
      JsonNode picture = tell("Page.captureScreenshot", Map.of("format", "png"));
      return Base64.getDecoder().decode(picture.get("data").asString());
    }

    /** All of the page, beyond what fits the screen too. */
    public byte[] wholeScreenshot() throws IOException, InterruptedException {
      JsonNode size = tell("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
      Map<String, Object> all =
          Map.of(
              "x",
              0,
              "y",
              0,
              "width",
              size.get("width").asDouble(),
              "height",
              size.get("height").asDouble(),
              "scale",
              1);
      JsonNode picture =
          tell(
              "Page.captureScreenshot",
              Map.of(
                  "format",
                  "png",
                  "captureBeyondViewport",
                  true,
                  "optimizeForSpeed",
                  true,
                  "clip",
                  all));
      return Base64.getDecoder().decode(picture.get("data").asString());
    }

    @Override
    public void close() throws IOException {
      try {
        tools.call(null, "Target.closeTarget", Map.of("targetId", target));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() throws IOException {
    tools.close();
    List<ProcessHandle> family = process.descendants().toList();
    process.destroy();
    family.forEach(ProcessHandle::destroyForcibly);
    profile.close();
  }
}
