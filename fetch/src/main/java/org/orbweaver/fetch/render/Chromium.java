package org.orbweaver.fetch.render;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One Chromium without a window, a tab for each page, a few at a time. It has no way to the
 * network: no name leads anywhere, and every request of a page is stopped and answered by us.
 */
public final class Chromium implements Renderer {
  private static final int TABS = 4;
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int STEP_MILLIS = 50;

  private final Process process;
  private final Path profile;
  private final DevTools tools;
  private final Semaphore tabs = new Semaphore(TABS);

  private Chromium(Process process, Path profile, DevTools tools) {
    this.process = process;
    this.profile = profile;
    this.tools = tools;
  }

  /**
   * @param program how it is called on this machine
   */
  public static Chromium start(String program) throws IOException, InterruptedException {
    Path profile = Files.createTempDirectory("orb-browser-");
    Process process;
    try {
      process =
          new ProcessBuilder(command(program, profile))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      delete(profile);
      throw new IOException(
          "\"" + program + "\" cannot be started: install Chromium, or name it with --browser", e);
    }
    try {
      return new Chromium(process, profile, new DevTools(address(process, profile, program)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      end(process, profile);
      throw e;
    }
  }

  private static List<String> command(String program, Path profile) {
    return List.of(
        program,
        "--headless=new",
        "--remote-debugging-port=0",
        "--user-data-dir=" + profile,
        // Root cannot have a sandbox, and without it Chromium would not start at all.
        "root".equals(System.getProperty("user.name")) ? "--no-sandbox" : "--no-first-run",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--mute-audio",
        "about:blank");
  }

  /** Chromium writes its port and path into its profile when it is ready. */
  private static URI address(Process process, Path profile, String program)
      throws IOException, InterruptedException {
    Path file = profile.resolve("DevToolsActivePort");
    for (int waited = 0; waited < PATIENCE_MILLIS && process.isAlive(); waited += STEP_MILLIS) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() >= 2) {
        return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
      }
      Thread.sleep(STEP_MILLIS);
    }
    throw new IOException("\"" + program + "\" did not start within a minute; does it run at all?");
  }

  @Override
  public @Nullable Rendered render(String url, Answer page, Sources sources)
      throws IOException, InterruptedException {
    tabs.acquire();
    try {
      String target =
          tools
              .call(null, "Target.createTarget", Map.of("url", "about:blank"))
              .get("targetId")
              .asString();
      try {
        return new Tab(tools, target, page, sources).load(url);
      } finally {
        tools.call(null, "Target.closeTarget", Map.of("targetId", target));
      }
    } finally {
      tabs.release();
    }
  }

  @Override
  public void close() {
    tools.close();
    end(process, profile);
  }

  private static void end(Process process, Path profile) {
    List<ProcessHandle> family = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    family.forEach(ProcessHandle::destroyForcibly);
    delete(profile);
  }

  /** A browser that is just ending may still write: what is left lies in the temporary folder. */
  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | RuntimeException e) {
      // see above
    }
  }
}
