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
public record Entry(
    Key hash,
    Optional<String> v2Hash,
    String name,
    long size,
    List<FileEntry> files,
    Optional<byte[]> info) {
  public Entry {
    files = List.copyOf(files);
  }

  public Entry(Key hash, String name, List<FileEntry> files) {
    this(
        hash,
        Optional.empty(),
        name,
        files.stream().mapToLong(FileEntry::length).sum(),
        files,
        Optional.empty());
  }
}
