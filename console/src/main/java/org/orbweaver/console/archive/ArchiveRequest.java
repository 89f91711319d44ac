package org.orbweaver.console.archive;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a browser or program asks for.
 *
 * @param target path and query exactly as sent: an archived address is part of it
 * @param header by name; null if there is none
 */
record ArchiveRequest(
    String method, String target, String host, Function<String, @Nullable String> header) {
  String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  @Nullable String header(String name) {
    return header.apply(name);
  }

  /** A parameter of the query, decoded; null if it is missing. */
  @Nullable String parameter(String name) {
    List<String> all = parameters(name);
    return all.isEmpty() ? null : all.getFirst();
  }

  List<String> parameters(String name) {
    int query = target.indexOf('?');
    return query < 0
        ? List.of()
        : Stream.of(target.substring(query + 1).split("&"))
            .filter(pair -> pair.startsWith(name + "="))
            .map(pair -> decoded(pair.substring(name.length() + 1)))
            .toList();
  }

  static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a percent sign that means itself
    }
  }

  boolean isNavigation() {
    return "navigate".equals(header("Sec-Fetch-Mode"));
  }
}
