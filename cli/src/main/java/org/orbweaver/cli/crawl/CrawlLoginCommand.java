package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.fetch.render.BrowserLogin;
import org.orbweaver.fetch.session.Cookie;
import org.orbweaver.fetch.session.CookieFile;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.pages.BrowserOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb crawl login}: log in by hand once, and crawl as who is logged in. */
@Command(
    name = "login",
    description = "Log in with a browser; the collection keeps its profile and cookies.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb crawl login https://example.org/login --collection members",
      "  orb crawl https://example.org/ --collection members --render",
      "  orb crawl login URL --fill '#user=me' --fill \"#pass=$PW\" --press '#go'  without a screen"
    })
final class CrawlLoginCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private CollectionPlace place;
  @Mixin private BrowserOptions browser;

  @Parameters(paramLabel = "URL", description = "Where one logs in.")
  private String url;

  @Option(
      names = "--fill",
      paramLabel = "SELECTOR=VALUE",
      description = "Fill in a field; with --press.")
  private Map<String, String> fields = Map.of();

  @Option(
      names = "--press",
      paramLabel = "SELECTOR",
      description = "Press this button, without a window, instead of waiting for its end.")
  private @Nullable String press;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CrawlLoginCommand() {}

  /** What a login left. */
  record LoggedIn(String profile, int cookies) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path profile = place.profile();
    Browser used = browser.with(profile);
    List<Cookie> cookies =
        new BrowserLogin(used, press == null).at(WebUrl.of(url).toString(), fields, press);
    CookieFile.give(place.directory().resolve("cookies.txt"), cookies);
    output.print(new LoggedIn(profile.toString(), cookies.size()));
    return 0;
  }
}
