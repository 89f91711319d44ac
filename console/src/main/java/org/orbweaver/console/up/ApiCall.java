package org.orbweaver.console.up;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A call of the HTTP API: what its route and its description are made of.
 *
 * @param takes what is sent; null for nothing
 * @param gives what is answered; null for plain text, or for nothing where it changes something
 */
record ApiCall(
    HandlerType method,
    String path,
    String summary,
    @Nullable Type takes,
    @Nullable Type gives,
    Handler handler) {
  static ApiCall get(String path, String summary, @Nullable Type gives, Handler handler) {
    return new ApiCall(HandlerType.GET, path, summary, null, gives, handler);
  }

  static ApiCall post(
      String path, String summary, @Nullable Type takes, @Nullable Type gives, Handler handler) {
    return new ApiCall(HandlerType.POST, path, summary, takes, gives, handler);
  }

  /** Only the console's own pages, and who says so, may change something. */
  boolean changes() {
    return !method.equals(HandlerType.GET);
  }
}
