package org.orbweaver.console.api;

import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of the HTTP API: what its route and its description are made of.
 *
 * @param asks what may stand behind the question mark
 * @param takes what is sent; null for nothing
 * @param gives what is answered; null for plain text, or for nothing where it changes something
 */
public record ApiCall(
    HandlerType method,
    String path,
    String summary,
    List<Parameter> asks,
    @Nullable Type takes,
    @Nullable Type gives,
    Handler handler) {
  public ApiCall {
    asks = List.copyOf(asks);
  }

  /**
   * A parameter of a question.
   *
   * @param schema in JSON Schema's words
   */
  public record Parameter(String name, String meaning, Map<String, Object> schema) {
    public static Parameter text(String name, String meaning) {
      return new Parameter(name, meaning, Map.of("type", "string"));
    }

    public static Parameter number(String name, String meaning, long most) {
      return new Parameter(name, meaning, Map.of("type", "integer", "minimum", 0, "maximum", most));
    }

    public static Parameter oneOf(String name, String meaning, List<String> values) {
      return new Parameter(name, meaning, Map.of("type", "string", "enum", values));
    }

    public static Parameter like(String name, String meaning, String pattern) {
      return new Parameter(name, meaning, Map.of("type", "string", "pattern", pattern));
    }
  }

  public static ApiCall get(String path, String summary, @Nullable Type gives, Handler handler) {
    return get(path, summary, List.of(), gives, handler);
  }

  public static ApiCall get(
      String path, String summary, List<Parameter> asks, @Nullable Type gives, Handler handler) {
    return new ApiCall(HandlerType.GET, path, summary, asks, null, gives, handler);
  }

  public static ApiCall post(
      String path, String summary, @Nullable Type takes, @Nullable Type gives, Handler handler) {
    return new ApiCall(HandlerType.POST, path, summary, List.of(), takes, gives, handler);
  }

  /** Only the console's own pages, and who says so, may change something. */
  boolean changes() {
    return !method.equals(HandlerType.GET);
  }
}
