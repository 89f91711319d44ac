package org.orbweaver.indexer.store;

import java.util.List;
import java.util.Optional;
import org.orbweaver.kademlia.Key;

/**
 * A torrent as the catalog keeps it: what is searched and shown, without the piece hashes.
 *
 * @param hash the v1 infohash, or the first 20 bytes of the v2 one: the key it has in the DHT
 * @param v2Hash the whole SHA-256 in hexadecimal, for v2 and hybrid torrents
 * @param size of all files together, without padding files
 * @param files without padding files; a single-file torrent has one, named like the torrent
 * @param info the verified info dictionary, if it is to be kept for {@code .torrent} downloads
 */
public record TorrentEntry(
    Key hash,
    Optional<String> v2Hash,
    String name,
    long size,
    List<ListedFile> files,
    Optional<byte[]> info) {
  public TorrentEntry {
    name = plain(name);
    files = files.stream().map(file -> new ListedFile(plain(file.path()), file.length())).toList();
  }

  public TorrentEntry(Key hash, String name, List<ListedFile> files) {
    this(
        hash,
        Optional.empty(),
        name,
        files.stream().mapToLong(ListedFile::length).reduce(0, ListedFile::add),
        files,
        Optional.empty());
  }

  /** PostgreSQL cannot hold a NUL, and neither engine half a surrogate pair. */
  private static String plain(String text) {
    boolean sound = true;
    for (int i = 0; sound && i < text.length(); i++) {
      char each = text.charAt(i);
      sound = each != 0 && !Character.isSurrogate(each);
    }
    if (sound) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> point == 0 || isSurrogate(point) ? 0xfffd : point)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
