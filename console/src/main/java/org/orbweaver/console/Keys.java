package org.orbweaver.console;

import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shared secret of a console that more than its owner can reach. */
public final class Keys {
  private Keys() {}

  /** As {@code apikey=…}, which every Torznab client can send, or in a header. */
  static void require(Context context, String secret) {
    if (isPage(context.path())) {
      return;
    }
    String sent = context.queryParam("apikey");
    if (sent == null) {
      sent = context.header("X-Api-Key");
    }
    if (!equal(sent, secret)) {
      throw new HttpResponseException(401, "this console wants its key as apikey=…", Map.of());
    }
  }

  /** Pages hold no data of their own; the Torznab section words its own refusal. */
  private static boolean isPage(String path) {
    return !path.startsWith("/api/") && !path.startsWith("/rss") && !path.startsWith("/files/");
  }

  /** In the same time whatever was sent. */
  public static boolean equal(@Nullable String sent, String secret) {
    return sent != null
        && MessageDigest.isEqual(
            sent.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
  }
}
