package org.orbweaver.console.up;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.orbweaver.console.Keys;

/**
 * What a form of ours brings along and a form on somebody else's page cannot know. Scripts may send
 * the header {@code X-Orbweaver} instead, which no page can send elsewhere without being asked.
 */
final class FormToken {
  private static final int BYTES = 16;
  private static final String NAME = "token";

  private final String token;

  FormToken() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    token = HexFormat.of().formatHex(bytes);
  }

  void write(Html html) {
    html.empty("input", "type", "hidden", "name", NAME, "value", token);
  }

  void require(Context context) {
    if (!"console".equals(context.header("X-Orbweaver"))
        && !Keys.equal(context.formParam(NAME), token)) {
      throw new ForbiddenResponse("only the console's own pages may change something");
    }
  }
}
