package org.orbweaver.fetch.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One running Chromium. It is spoken with over two pipes that only it and we hold: a debugging port
 * would obey every user of the machine, who could have it read our files.
 */
final class BrowserProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  /** Chromium reads commands from file 3 and answers on file 4, which Java cannot hand over. */
  private static final String PIPES =
      "exec 3<&0 4>&1 </dev/null >/dev/null 2>&1; exec \"$0\" \"$@\"";

  private static final List<String> FOR_PAGES =
      List.of(
          "--headless=new",
          "--host-resolver-rules=MAP * ~NOTFOUND",
          // UDP of WebRTC knows neither resolver nor proxy. The flag has had two names; a Chromium
          // ignores the one it does not know.
          "--webrtc-ip-handling-policy=disable_non_proxied_udp",
          "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
          // Of several pages at a time only one has the focus; all are to run as if it were theirs.
          "--disable-background-timer-throttling",
          "--disable-backgrounding-occluded-windows",
          "--disable-renderer-backgrounding");

  private final Process process;
  private final Path profile;
  private final boolean kept;
  private final DevTools tools;

  private BrowserProcess(Process process, Path profile, boolean kept) {
    this.process = process;
    this.profile = profile;
    this.kept = kept;
    this.tools = new DevTools(process.getInputStream(), process.getOutputStream());
  }

  /** One without a window and without a way to the network. */
  static BrowserProcess start(Browser browser) throws IOException, InterruptedException {
    return start(browser, FOR_PAGES);
  }

  /** One that its user works with. */
  static BrowserProcess forLogin(Browser browser, boolean shown)
      throws IOException, InterruptedException {
    Chromium.requireSandbox(browser);
    return start(browser, shown ? List.of() : List.of("--headless=new"));
  }

  private static BrowserProcess start(Browser browser, List<String> special)
      throws IOException, InterruptedException {
    String program = browser.program();
    Path own = browser.profile();
    boolean kept = own != null;
    Path profile = own != null ? own : Files.createTempDirectory("orb-browser-");
    Process process;
    try {
      process = new ProcessBuilder(command(browser, profile, special)).start();
    } catch (IOException e) {
      if (!kept) {
        delete(profile);
      }
      throw e;
    }
    BrowserProcess started = new BrowserProcess(process, profile, kept);
    boolean ready = false;
    try {
      started.tools.call(null, "Browser.getVersion", Map.of(), PATIENCE_SECONDS);
      ready = true;
      return started;
    } catch (IOException e) {
      throw new IOException(started.whyNot(program), e);
    } finally {
      if (!ready) {
        started.close();
      }
    }
  }

  private String whyNot(String program) throws InterruptedException {
    boolean ended = process.waitFor(1, TimeUnit.SECONDS);
    boolean missing = ended && (process.exitValue() == 127 || process.exitValue() == 126);
    return missing
        ? "\"" + program + "\" cannot be started: install Chromium, or name it with --browser"
        : "\"" + program + "\" did not start; does it run at all, and may it have a sandbox?";
  }

  private static List<String> command(Browser browser, Path profile, List<String> special) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", PIPES, browser.program()));
    if (!browser.sandboxed()) {
      command.add("--no-sandbox");
    }
    command.addAll(special);
    command.addAll(
        List.of(
            "--remote-debugging-pipe",
            "--user-data-dir=" + profile.toAbsolutePath(),
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--mute-audio",
            "about:blank"));
    return command;
  }

  DevTools tools() {
    return tools;
  }

  boolean isAlive() {
    return process.isAlive() && !tools.isGone();
  }

  @Override
  public void close() {
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
    tools.close();
    if (!kept) {
      delete(profile);
    }
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
