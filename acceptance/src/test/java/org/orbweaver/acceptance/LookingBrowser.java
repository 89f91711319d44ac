package org.orbweaver.acceptance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.orbweaver.fetch.render.DevTools;

/** Chromium, to see what a person sees: frames included. */
final class LookingBrowser implements AutoCloseable {
  /** Chromium reads commands from file 3 and answers on file 4. */
  private static final String PIPES =
      "exec 3<&0 4>&1 </dev/null >/dev/null 2>&1; exec \"$0\" \"$@\"";

  private static final int LOOKS = 100;

  private final Process process;
  private final DevTools tools;

  LookingBrowser(Path profile) throws IOException {
    process =
        new ProcessBuilder(
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
                "--disable-background-networking",
                "--no-first-run")
            .start();
    tools = new DevTools(process.getInputStream(), process.getOutputStream());
  }

  /** Whether that text is on the page, as soon as it is. */
  boolean sees(String text, String url) throws IOException, InterruptedException {
    String target =
        tools.call(null, "Target.createTarget", Map.of("url", url)).get("targetId").asString();
    String session =
        tools
            .call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asString();
    try {
      for (int look = 0; look < LOOKS; look++) {
        Thread.sleep(200);
        if (tools
            .call(session, "DOM.getDocument", Map.of("depth", -1, "pierce", true))
            .toString()
            .contains(text)) {
          return true;
        }
      }
      return false;
    } finally {
      tools.call(null, "Target.closeTarget", Map.of("targetId", target));
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
