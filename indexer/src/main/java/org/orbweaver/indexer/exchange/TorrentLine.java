package org.orbweaver.indexer.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.indexer.store.Entry;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.Listing;
import org.orbweaver.kademlia.Key;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One torrent as a line of JSON.
 *
 * <pre>
 *   {"hash": 40 hex digits, "v2Hash": 64 hex digits, "name": …, "size": bytes,
 *    "added": seconds, "seeders": n, "leechers": n, "tags": ["c5040", "s2", …],
 *    "files": [{"path": …, "length": bytes}, …]}
 * </pre>
 *
 * Read are also lines as bitmagnet's import takes them ({@code infoHash}, {@code name}, {@code
 * size}, no files): such a torrent gets one file named like it.
 */
public final class TorrentLine {
  private static final JsonMapper JSON = JsonMapper.shared();

  private TorrentLine() {}

  public static String write(Listing listing) {
    Entry entry = listing.entry();
    ObjectNode line = JSON.createObjectNode();
    line.put("hash", entry.hash().toString());
    entry.v2Hash().ifPresent(v2 -> line.put("v2Hash", v2));
    line.put("name", entry.name());
    line.put("size", entry.size());
    line.put("added", listing.addedAt() / 1_000_000_000);
    line.put("seeders", listing.seeders());
    line.put("leechers", listing.leechers());
    ArrayNode tags = line.putArray("tags");
    for (String tag : listing.tags().split(" ")) {
      tags.add(tag.replace("_", ""));
    }
    ArrayNode files = line.putArray("files");
    for (ListedFile file : entry.files()) {
      files.addObject().put("path", file.path()).put("length", file.length());
    }
    return line.toString();
  }

  /** Throws an {@link IllegalArgumentException} that says what is wrong with the line. */
  public static ImportedTorrent read(String line) {
    JsonNode node;
    try {
      node = JSON.readTree(line);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("not a JSON object", e);
    }
    return parse(node);
  }

  /** The same from values that are in hand. */
  static ImportedTorrent of(Map<String, Object> values) {
    return parse(JSON.valueToTree(values));
  }

  private static ImportedTorrent parse(JsonNode node) {
    String hash = node.path("hash").asString(node.path("infoHash").asString(""));
    String name = node.path("name").asString("");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("it has no name");
    }
    List<ListedFile> files = new ArrayList<>();
    for (JsonNode file : node.path("files")) {
      files.add(
          new ListedFile(
              file.path("path").asString(""),
              Math.max(0, file.path("length").asLong(file.path("size").asLong(0)))));
    }
    long size = Math.max(0, node.path("size").asLong(0));
    if (files.isEmpty()) {
      files.add(new ListedFile(name, size));
    }
    Entry summed = new Entry(Key.parse(hash.toLowerCase(Locale.ROOT)), name, files);
    String v2 = node.path("v2Hash").asString("");
    Entry entry =
        new Entry(
            summed.hash(),
            v2.matches("[0-9a-f]{64}") ? Optional.of(v2) : Optional.empty(),
            name,
            size > 0 ? size : summed.size(),
            files,
            Optional.empty());
    return new ImportedTorrent(
        entry, node.path("seeders").asInt(-1), Math.max(0, node.path("leechers").asInt(0)));
  }
}
