package org.orbweaver.lab.archive;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.render.DevTools;
import tools.jackson.databind.JsonNode;

/** Chromium as a visitor has it, driven by its DevTools protocol. */
final class Browser implements AutoCloseable {
  private final Process process;
  private final DevTools tools;

  private Browser(Process process, DevTools tools) {
    this.process = process;
    this.tools = tools;
  }

  static Browser start(List<String> options) throws IOException, InterruptedException {
    Path profile = Files.createTempDirectory("orb-lab-browser-");
    List<String> command =
        new ArrayList<>(
            List.of(
                "chromium",
                "--headless=new",
                "--no-sandbox",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
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
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path file = profile.resolve("DevToolsActivePort");
    for (int i = 0; i < 600 && process.isAlive(); i++) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() >= 2) {
        return new Browser(
            process, new DevTools(URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1))));
      }
      Thread.sleep(100);
    }
    throw new IOException("Chromium did not start");
  }

  /** A tab of its own. */
  final class Page implements AutoCloseable {
    private final String target;
    private final String session;
    private final BlockingQueue<JsonNode> events;

    Page(@Nullable String script) throws IOException, InterruptedException {
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
      tools.call(session, "Page.enable", Map.of());
      if (script != null) {
        tools.call(session, "Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
      }
    }

    /** Goes there, and waits until it is loaded and a while longer. */
    void open(String url, long settleMillis) throws IOException, InterruptedException {
      events.clear();
      tools.call(session, "Page.navigate", Map.of("url", url));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (System.nanoTime() < end) {
        JsonNode event = events.poll(1, TimeUnit.SECONDS);
        if (event != null && event.get("method").asString().equals("Page.loadEventFired")) {
          break;
        }
      }
      Thread.sleep(settleMillis);
    }

    String evaluate(String script) throws IOException, InterruptedException {
      JsonNode result =
          tools.call(
              session,
              "Runtime.evaluate",
              Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
      return String.valueOf(result.get("result").get("value"));
    }

    byte[] screenshot() throws IOException, InterruptedException {
      JsonNode picture = tools.call(session, "Page.captureScreenshot", Map.of("format", "png"));
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
  public void close() {
    tools.close();
    List<ProcessHandle> family = process.descendants().toList();
    process.destroy();
    family.forEach(ProcessHandle::destroyForcibly);
  }
}
