package org.orbweaver.console.api;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The API in OpenAPI's words, made from the calls themselves and the records that they take and
 * give: it cannot forget one, nor a field.
 */
public final class ApiDescription {
  private static final String JSON = "application/json";

  /** What stands in a path. */
  private record Form(String meaning, String pattern) {}

  private static final Map<String, Form> PATH =
      Map.of(
          "number",
          new Form("A crawl's number.", "^[0-9a-f]{32}$"),
          "hash",
          new Form("A torrent's infohash.", "^[0-9a-f]{40}$"));

  private final Map<String, Object> schemas = new LinkedHashMap<>();

  private ApiDescription() {}

  public static Map<String, Object> of(List<ApiCall> calls) {
    ApiDescription description = new ApiDescription();
    Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
    for (ApiCall call : calls) {
      paths
          .computeIfAbsent(call.path(), path -> new LinkedHashMap<>())
          .put(call.method().name().toLowerCase(Locale.ROOT), description.operation(call));
    }
    return Map.of(
        "openapi",
        "3.1.0",
        "info",
        Map.of("title", "Orbweaver", "version", "1"),
        "paths",
        paths,
        "components",
        Map.of("schemas", description.schemas));
  }

  private Map<String, Object> operation(ApiCall call) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("summary", call.summary());
    operation.put("parameters", parameters(call));
    Type takes = call.takes();
    if (takes != null) {
      operation.put(
          "requestBody",
          Map.of("required", true, "content", Map.of(JSON, Map.of("schema", schema(takes)))));
    }
    operation.put("responses", responses(call));
    return operation;
  }

  private static List<Object> parameters(ApiCall call) {
    List<Object> parameters = new ArrayList<>();
    PATH.forEach(
        (name, form) -> {
          if (call.path().contains("{" + name + "}")) {
            parameters.add(
                parameter(
                    name,
                    "path",
                    form.meaning(),
                    Map.of("type", "string", "pattern", form.pattern())));
          }
        });
    for (ApiCall.Parameter each : call.asks()) {
      parameters.add(
          Map.of(
              "name",
              each.name(),
              "in",
              "query",
              "description",
              each.meaning(),
              "schema",
              each.schema()));
    }
    if (call.changes()) {
      parameters.add(
          parameter(
              "X-Orbweaver",
              "header",
              "Says that no other site's page sends this; without it nothing is changed.",
              Map.of("type", "string", "const", "console")));
    }
    return parameters;
  }

  private static Map<String, Object> parameter(
      String name, String in, String meaning, Map<String, Object> schema) {
    return Map.of(
        "name", name, "in", in, "required", true, "description", meaning, "schema", schema);
  }

  private Map<String, Object> responses(ApiCall call) {
    Map<String, Object> responses = new LinkedHashMap<>();
    Type gives = call.gives();
    if (gives != null) {
      responses.put(
          "200",
          Map.of("description", "Done.", "content", Map.of(JSON, Map.of("schema", schema(gives)))));
    } else if (call.changes()) {
      responses.put("204", Map.of("description", "Done; there is nothing to say."));
    } else {
      responses.put("200", text("What was asked for."));
    }
    if (call.changes() || !call.asks().isEmpty() || call.path().contains("{")) {
      responses.put("400", text("What was asked is wrong, and why."));
    }
    if (call.changes()) {
      responses.put("403", text("Without the header X-Orbweaver: console."));
    }
    if (call.path().contains("{")) {
      responses.put("404", text("There is no such thing."));
    }
    responses.put("429", text("Asked too often; wait a second."));
    responses.put("503", text("Not now, and why."));
    return responses;
  }

  private static Map<String, Object> text(String description) {
    return Map.of(
        "description",
        description,
        "content",
        Map.of("text/plain", Map.of("schema", Map.of("type", "string"))));
  }

  /** Every field may be left out where it is null. */
  private Map<String, Object> schema(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == Map.class
          ? Map.of("type", "object", "additionalProperties", schema(arguments[1]))
          : Map.of("type", "array", "items", schema(arguments[0]));
    }
    if (type instanceof Class<?> array && array.isArray()) {
      return Map.of("type", "array", "items", schema(array.getComponentType()));
    }
    if (!(type instanceof Class<?> plain)) {
      return Map.of();
    }
    if (plain.isRecord()) {
      return record(plain);
    }
    if (plain.isEnum()) {
      return Map.of("enum", Arrays.stream(plain.getEnumConstants()).map(String::valueOf).toList());
    }
    if (plain == String.class || plain == Instant.class) {
      return Map.of("type", "string");
    }
    if (plain == boolean.class || plain == Boolean.class) {
      return Map.of("type", "boolean");
    }
    if (plain == int.class || plain == Integer.class) {
      return Map.of("type", "integer", "format", "int32");
    }
    if (plain == long.class || plain == Long.class) {
      return Map.of("type", "integer", "format", "int64");
    }
    return plain == double.class || plain == Double.class ? Map.of("type", "number") : Map.of();
  }

  private Map<String, Object> record(Class<?> type) {
    String name = name(type);
    if (!schemas.containsKey(name)) {
      Map<String, Object> fields = new LinkedHashMap<>();
      schemas.put(name, Map.of()); // for records that contain themselves
      for (RecordComponent component : type.getRecordComponents()) {
        fields.put(component.getName(), orNull(component));
      }
      schemas.put(name, Map.of("type", "object", "properties", fields));
    }
    return Map.of("$ref", "#/components/schemas/" + name);
  }

  private static String name(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    return around == null ? type.getSimpleName() : name(around) + type.getSimpleName();
  }

  private Object orNull(RecordComponent component) {
    Map<String, Object> schema = schema(component.getGenericType());
    boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    return nullable ? Map.of("anyOf", List.of(schema, Map.of("type", "null"))) : schema;
  }
}
