package org.orbweaver.fetch.links;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.Headers;

/** The addresses in a response's head: {@code Location}, {@code Refresh}, {@code Link}. */
final class HeaderLinks {
  /** {@code 5; url=} before an address, in a header or in a meta element. */
  private static final Pattern REFRESH =
      Pattern.compile(
          "\\s*+\\d*+(?:\\.\\d*+)?+\\s*+(?:[;,]\\s*+)?+(?:url\\s*+=\\s*+)?+",
          Pattern.CASE_INSENSITIVE);

  /** {@code <address>; rel="relation relation"; …} (RFC 8288). */
  private static final Pattern LINK =
      Pattern.compile("<([^<>]*+)>((?:\\s*;\\s*[^,;=\"]++(?:=(?:\"[^\"]*+\"|[^,;\"]*+))?)*+)");

  private static final Pattern RELATION =
      Pattern.compile(";\\s*rel\\s*=\\s*(?:\"([^\"]*)\"|([^;,\\s]+))", Pattern.CASE_INSENSITIVE);

  /** Relations that fetch something for the page itself. */
  private static final Set<String> FETCHING =
      Set.of(
          "stylesheet",
          "icon",
          "apple-touch-icon",
          "apple-touch-icon-precomposed",
          "mask-icon",
          "manifest",
          "preload",
          "prefetch",
          "modulepreload");

  /** Relations that name a host, a service or an identity, not a page. */
  private static final Set<String> NAMING =
      Set.of(
          "dns-prefetch",
          "preconnect",
          "profile",
          "pingback",
          "edituri",
          "timegate",
          "describedby");

  private HeaderLinks() {}

  static void read(Headers headers, LinkCollector links) {
    headers.first("Refresh").ifPresent(value -> refresh(Headers.utf8(value), links));
    for (String value : headers.all("Link")) {
      Matcher each = LINK.matcher(Headers.utf8(value));
      while (each.find()) {
        related(each.group(1), relations(each.group(2)), links);
      }
    }
  }

  static void refresh(String value, LinkCollector links) {
    Matcher refresh = REFRESH.matcher(value);
    String address = refresh.lookingAt() ? value.substring(refresh.end()).strip() : "";
    char first = address.isEmpty() ? 0 : address.charAt(0);
    if (first == '\'' || first == '"') {
      int end = address.indexOf(first, 1);
      address = address.substring(1, end < 0 ? address.length() : end);
    }
    links.add(address, LinkKind.REDIRECT, false);
  }

  private static Set<String> relations(String parameters) {
    Matcher relation = RELATION.matcher(parameters);
    return relation.find()
        ? words(relation.group(1) != null ? relation.group(1) : relation.group(2))
        : Set.of();
  }

  static Set<String> words(@Nullable String value) {
    return value == null || value.isBlank()
        ? Set.of()
        : new HashSet<>(Arrays.asList(value.strip().toLowerCase(Locale.ROOT).split("\\s+")));
  }

  /** What a relation is good for. */
  static void related(@Nullable String address, Set<String> relations, LinkCollector links) {
    if (address == null) {
      return;
    }
    if (relations.stream().anyMatch(FETCHING::contains)) {
      links.add(address, LinkKind.REQUISITE, false);
    } else if (relations.stream().noneMatch(NAMING::contains)) {
      links.add(address, LinkKind.NAVIGATION, relations.contains("nofollow"));
    }
  }
}
