package org.orbweaver.fetch.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * One Chromium without a window, a tab for each page, a few at a time. It has no way to the
 * network: no name leads anywhere, and every request of a page is stopped and answered by us.
 *
 * <p>A browser that dies is replaced. Pages that were in it are tried once more, each alone, so
 * that a page which ends browsers takes no other page with it; what fails then is told.
 */
public final class Chromium implements Renderer {
  private static final int TABS = 4;
  private static final int MOST_VAIN_STARTS = 3;

  private final Browser wanted;
  private final Semaphore tabs = new Semaphore(TABS, true);
  private BrowserProcess browser;
  private int vainStarts;
  private boolean closed;

  private Chromium(Browser wanted, BrowserProcess browser) {
    this.wanted = wanted;
    this.browser = browser;
  }

  public static Chromium start(Browser wanted) throws IOException, InterruptedException {
    requireSandbox(wanted);
    return new Chromium(wanted, BrowserProcess.start(wanted));
  }

  static void requireSandbox(Browser wanted) throws IOException {
    if (wanted.sandboxed() && isRoot()) {
      throw new IllegalArgumentException(
          "Chromium has no sandbox when root starts it, and pages' scripts would run as root: run"
              + " orb as another user, or, where a container is the sandbox, say"
              + " --browser-no-sandbox");
    }
  }

  private static boolean isRoot() throws IOException {
    Path self = Path.of("/proc/self");
    return Files.exists(self)
        ? Integer.valueOf(0).equals(Files.getAttribute(self, "unix:uid"))
        : "root".equals(System.getProperty("user.name"));
  }

  @Override
  public @Nullable Rendered render(String url, Answer page, Sources sources)
      throws IOException, InterruptedException {
    tabs.acquire();
    try {
      return renderIn(living(), url, page, sources);
    } catch (BrowserGone e) {
      // Once more, alone.
    } finally {
      tabs.release();
    }
    tabs.acquire(TABS);
    try {
      return renderIn(living(), url, page, sources);
    } finally {
      tabs.release(TABS);
    }
  }

  private synchronized BrowserProcess living() throws IOException, InterruptedException {
    if (closed || browser.isAlive()) {
      return browser;
    }
    if (vainStarts >= MOST_VAIN_STARTS) {
      throw new IOException("\"" + wanted.program() + "\" ended and does not start any more");
    }
    browser.close();
    vainStarts++;
    browser = BrowserProcess.start(wanted);
    vainStarts = 0;
    return browser;
  }

  private @Nullable Rendered renderIn(
      BrowserProcess process, String url, Answer page, Sources sources)
      throws IOException, InterruptedException {
    DevTools tools = process.tools();
    try {
      String target =
          tools
              .call(null, "Target.createTarget", Map.of("url", "about:blank", "newWindow", true))
              .get("targetId")
              .asString();
      try {
        return new Tab(tools, target, page, sources, wanted).load(url);
      } finally {
        tools.call(null, "Target.closeTarget", Map.of("targetId", target));
      }
    } catch (IOException e) {
      throw process.isAlive() ? e : new BrowserGone(e);
    }
  }

  /** Not the page's failure, or not surely so. */
  private static final class BrowserGone extends IOException {
    BrowserGone(IOException cause) {
      super("the browser ended", cause);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    browser.close();
  }
}
