package org.orbweaver.fetch.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.session.Cookie;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A browser with a window and a way to the network, in which the operator logs in somewhere; its
 * profile stays for {@code --render}, and its cookies are handed over for all other requests. Where
 * there is no screen, fields are filled in and a button is pressed for him.
 *
 * @param browser with the profile to be made
 * @param shown with a window
 */
public record BrowserLogin(Browser browser, boolean shown) {
  private static final long FORM_SECONDS = 30;
  private static final long SETTLE_MILLIS = 2_000;
  private static final long LOOK_MILLIS = 1_000;

  /**
   * Returns the cookies the browser has in the end.
   *
   * @param fields values by CSS selector
   * @param press a CSS selector; null to wait until the window is closed
   */
  public List<Cookie> at(String url, Map<String, String> fields, @Nullable String press)
      throws IOException, InterruptedException {
    Path profile = browser.profile();
    if (profile == null) {
      throw new IllegalArgumentException("a login needs a profile");
    }
    Files.createDirectories(profile);
    try (BrowserProcess process = BrowserProcess.forLogin(browser, shown)) {
      DevTools tools = process.tools();
      String target =
          tools.call(null, "Target.createTarget", Map.of("url", url)).get("targetId").asString();
      String session =
          tools
              .call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
              .get("sessionId")
              .asString();
      if (press == null) {
        return cookiesAtTheEnd(tools, target);
      }
      fillIn(tools, session, fields, press);
      Thread.sleep(SETTLE_MILLIS);
      return cookies(tools);
    }
  }

  private static void fillIn(
      DevTools tools, String session, Map<String, String> fields, String press)
      throws IOException, InterruptedException {
    String form =
        """
        (() => {
          const fields = FIELDS, button = document.querySelector(BUTTON);
          for (const name of Object.keys(fields)) if (!document.querySelector(name)) return false;
          if (!button) return false;
          for (const [name, value] of Object.entries(fields)) {
            const field = document.querySelector(name);
            field.focus();
            field.value = value;
            field.dispatchEvent(new Event('input', {bubbles: true}));
            field.dispatchEvent(new Event('change', {bubbles: true}));
          }
          button.click();
          return true;
        })()
        """
            .replace("FIELDS", JsonMapper.shared().writeValueAsString(fields))
            .replace("BUTTON", JsonMapper.shared().writeValueAsString(press));
    for (int i = 0; i < FORM_SECONDS; i++) {
      JsonNode done =
          tools
              .call(session, "Runtime.evaluate", Map.of("expression", form, "returnByValue", true))
              .get("result")
              .get("value");
      if (done != null && done.asBoolean(false)) {
        return;
      }
      TimeUnit.SECONDS.sleep(1);
    }
    throw new IOException("the page has not these fields and this button: nobody is logged in");
  }

  /** Those of the last look before the operator closed the window. */
  private static List<Cookie> cookiesAtTheEnd(DevTools tools, String target)
      throws InterruptedException {
    List<Cookie> last = List.of();
    try {
      while (true) {
        last = cookies(tools);
        tools.call(null, "Target.getTargetInfo", Map.of("targetId", target));
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (IOException e) {
      return last; // the window, or the whole browser, is gone
    }
  }

  private static List<Cookie> cookies(DevTools tools) throws IOException, InterruptedException {
    List<Cookie> cookies = new ArrayList<>();
    for (JsonNode each : tools.call(null, "Storage.getCookies", Map.of()).get("cookies")) {
      String domain = each.get("domain").asString();
      double expires = each.get("expires").asDouble(-1);
      cookies.add(
          new Cookie(
              each.get("name").asString(),
              each.get("value").asString(),
              domain.startsWith(".") ? domain.substring(1) : domain,
              !domain.startsWith("."),
              each.get("path").asString(),
              each.get("secure").asBoolean(false),
              each.get("httpOnly").asBoolean(false),
              expires < 0 ? null : Instant.ofEpochSecond((long) expires)));
    }
    return cookies;
  }
}
