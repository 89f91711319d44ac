package org.orbweaver.console;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.RedirectResponse;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The shared secret of a console that more than its owner can reach. */
public final class Keys {
  static final String LOGIN = "/login";
  private static final String COOKIE = "orb-key";
  private static final String HEADER = "X-Api-Key";

  /** Who guesses keys is not answered for a while; a right one among the guesses is not either. */
  private static final RequestRates WRONG = new RequestRates(1, 20);

  private Keys() {}

  /** As {@code apikey=…}, which every Torznab client can send, or in a header. */
  static void require(Context context, String secret) {
    String sent = context.queryParam("apikey");
    if (sent == null) {
      sent = context.header(HEADER);
    }
    if (sent == null) {
      sent = context.cookie(COOKIE);
    }
    requireFewGuesses(context);
    if (equal(sent, secret)) {
      return;
    }
    if (sent != null) {
      WRONG.take(context.ip());
    }
    if (wantsPage(context)) {
      throw new RedirectResponse(HttpStatus.SEE_OTHER, LOGIN, Map.of("Location", LOGIN));
    } else {
      throw new HttpResponseException(401, "this console wants its key as apikey=…", Map.of());
    }
  }

  private static void requireFewGuesses(Context context) {
    if (!WRONG.may(context.ip())) {
      throw new HttpResponseException(
          429, "too many wrong keys from " + context.ip() + "; wait a second", Map.of());
    }
  }

  /**
   * Whether a request to another port of the same host has the key: browsers send cookies to all of
   * them, and programs a header.
   *
   * @param header by its name; null where there is none
   */
  public static boolean isBrought(Function<String, @Nullable String> header, String secret) {
    if (equal(header.apply(HEADER), secret)) {
      return true;
    }
    String cookies = Objects.requireNonNullElse(header.apply("Cookie"), "");
    return Arrays.stream(cookies.split(";"))
        .map(String::strip)
        .filter(each -> each.startsWith(COOKIE + "="))
        .anyMatch(each -> equal(each.substring(COOKIE.length() + 1).replace("\"", ""), secret));
  }

  private static boolean wantsPage(Context context) {
    return context.method().equals(HandlerType.GET)
        && Objects.requireNonNullElse(context.header("Accept"), "").contains("text/html");
  }

  /** Where a person gives the key once; it is kept in a cookie that no other site can use. */
  static void addLogin(RoutesConfig routes, String secret) {
    routes.get(
        LOGIN,
        context ->
            context
                .contentType("text/html; charset=utf-8")
                .result(
                    "<!doctype html><html lang=en><meta charset=utf-8><title>Orbweaver</title>"
                        + "<main><form method=post action=/login><label>Key of this console"
                        + " <input name=key type=password autofocus required></label>"
                        + " <button>Open</button></form></main></html>"));
    routes.post(
        LOGIN,
        context -> {
          requireFewGuesses(context);
          if (!equal(context.formParam("key"), secret)) {
            WRONG.take(context.ip());
            throw new HttpResponseException(401, "this is not the key of this console", Map.of());
          }
          Cookie cookie = new Cookie(COOKIE, secret);
          cookie.setHttpOnly(true);
          cookie.setSameSite(SameSite.STRICT);
          cookie.setSecure("https".equals(context.header("X-Forwarded-Proto")));
          context.cookie(cookie).redirect("/", HttpStatus.SEE_OTHER);
        });
  }

  /** In the same time whatever was sent. */
  public static boolean equal(@Nullable String sent, String secret) {
    return sent != null
        && MessageDigest.isEqual(
            sent.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
  }
}
