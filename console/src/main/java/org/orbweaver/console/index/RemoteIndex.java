package org.orbweaver.console.index;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orbweaver.indexer.content.Suspicion;
import org.orbweaver.indexer.search.Facets;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.kademlia.Key;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Somebody else's index, asked over its JSON API. Its answers are a stranger's: bounded in size and
 * time, and what is wrong with one is said.
 */
public final class RemoteIndex implements TorrentSearch {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int LARGEST_ANSWER = 8 << 20;
  private static final Pattern V2 = Pattern.compile("urn:btmh:1220([0-9a-f]{64})");

  /** The API's parameters by the letters of tags. */
  private static final Map<Character, String> PARAMETERS =
      Map.of(
          'c',
          "cat",
          'r',
          "resolution",
          'l',
          "language",
          'f',
          "ext",
          'y',
          "year",
          's',
          "season",
          'e',
          "ep");

  private final URI base;
  private final Optional<String> key;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(PATIENCE).version(HttpClient.Version.HTTP_1_1).build();

  /**
   * @param address such as {@code http://192.168.1.5:8466}; a key goes before an at sign, as in
   *     {@code http://KEY@192.168.1.5:8466}
   */
  public RemoteIndex(URI address) {
    String scheme = String.valueOf(address.getScheme());
    if (!scheme.equals("http") && !scheme.equals("https") || address.getHost() == null) {
      throw new IllegalArgumentException("an index' address is like http://HOST:PORT");
    }
    this.key = Optional.ofNullable(address.getUserInfo());
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    this.base = URI.create(scheme + "://" + address.getHost() + port);
  }

  /** Without the key. */
  public String name() {
    return base.toString();
  }

  @Override
  public Hits search(SearchQuery query) {
    JsonNode page = ask("/api/search", query);
    List<Hit> hits = new ArrayList<>();
    for (JsonNode line : page.path("results")) {
      hits.add(hit(line));
    }
    return new Hits(hits, page.path("total").asLong(), page.path("more").asBoolean());
  }

  private static Hit hit(JsonNode line) {
    String magnet = line.path("magnet").asString("");
    var v2 = V2.matcher(magnet);
    List<String> tags = new ArrayList<>();
    line.path("tags").forEach(tag -> tags.add(tag.asString("")));
    return new Hit(
        0,
        Key.parse(line.path("hash").asString("")),
        v2.find() ? Optional.of(v2.group(1)) : Optional.empty(),
        line.path("name").asString(""),
        tags.stream()
            .filter(tag -> tag.matches("_[a-z]\\w{1,40}"))
            .collect(Collectors.joining(" ")),
        Math.max(0, line.path("size").asLong()),
        Math.max(0, line.path("files").asInt()),
        Math.max(-1, line.path("seeders").asInt(-1)),
        Math.max(-1, line.path("leechers").asInt(-1)),
        line.path("added").asLong());
  }

  @Override
  public Facets facets(SearchQuery query) {
    return JsonMapper.shared().treeToValue(ask("/api/facets", query), Facets.class);
  }

  private JsonNode ask(String path, SearchQuery query) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path + "?" + parameters(query))).timeout(PATIENCE);
    key.ifPresent(each -> request.header("X-Api-Key", each));
    try {
      HttpResponse<InputStream> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        byte[] bytes = body.readNBytes(LARGEST_ANSWER + 1);
        if (answer.statusCode() != 200) {
          throw new IllegalStateException(name() + " answered " + answer.statusCode());
        }
        if (bytes.length > LARGEST_ANSWER) {
          throw new IllegalStateException(name() + " sent more than 8 MiB");
        }
        return JsonMapper.shared().readTree(bytes);
      }
    } catch (IOException e) {
      throw new IllegalStateException(name() + " cannot be reached: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static String parameters(SearchQuery query) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("q", query.text());
    all.put("sort", query.sort().name().toLowerCase(Locale.ROOT));
    all.put("offset", Integer.toString(query.offset()));
    all.put("limit", Integer.toString(query.limit()));
    all.put("minSeeders", Integer.toString(query.minSeeders()));
    all.put("minSize", Long.toString(query.size().from()));
    if (query.size().to() < Long.MAX_VALUE) {
      all.put("maxSize", Long.toString(query.size().to()));
    }
    if (query.added().from() > 0) {
      long age = System.currentTimeMillis() / 1000 - query.added().from();
      all.put("days", Long.toString(Math.max(1, Math.ceilDiv(age, 86_400L))));
    }
    for (List<String> alternatives : query.tags()) {
      String name = PARAMETERS.get(alternatives.getFirst().charAt(1));
      if (name == null || all.containsKey(name) || alternatives.size() > 1 && !name.equals("cat")) {
        throw new IllegalArgumentException("another index cannot be asked for " + alternatives);
      }
      all.put(
          name,
          alternatives.stream().map(tag -> tag.substring(2)).collect(Collectors.joining(",")));
    }
    if (query.withoutTags().equals(Suspicion.tags())) {
      all.put("suspects", "hide");
    }
    StringJoiner text = new StringJoiner("&");
    all.forEach(
        (name, value) -> text.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return text.toString();
  }
}
