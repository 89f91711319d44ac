package org.orbweaver.lab.archive;

import java.io.IOException;
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
final class VisitorBrowser implements AutoCloseable {
  /** Chromium reads commands from file 3 and answers on file 4. */
  private static final String PIPES =
      "exec 3<&0 4>&1 </dev/null >/dev/null 2>&1; exec \"$0\" \"$@\"";

  private final Process process;
  private final DevTools tools;

  private VisitorBrowser(Process process, DevTools tools) {
    this.process = process;
    this.tools = tools;
  }

  static VisitorBrowser start(List<String> options) throws IOException, InterruptedException {
    Path profile = Files.createTempDirectory("orb-lab-browser-");
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
    Process process = new ProcessBuilder(command).start();
    DevTools tools = new DevTools(process.getInputStream(), process.getOutputStream());
    VisitorBrowser browser = new VisitorBrowser(process, tools);
    try {
      tools.call(null, "Browser.getVersion", Map.of());
      return browser;
    } catch (IOException e) {
      browser.close();
      throw new IOException("Chromium did not start", e);
    }
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
