package org.orbweaver.indexer.torrent;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;

/**
 * A torrent's metadata as read from its info dictionary. All text in it is harmless to show, store
 * and search: see {@link SafeText}; a page must still escape it, since {@code <script>} is a
 * permissible name.
 *
 * @param infohash where its swarm meets in the DHT: the SHA-1 of {@code info}, or in a torrent that
 *     is v2 only the first 20 bytes of its SHA-256
 * @param v2 the SHA-256 of {@code info}, in v2 and hybrid torrents
 * @param form v1, v2 or both at once
 * @param name the suggested name of the file or folder
 * @param files at least one, in the torrent's order
 * @param size of all files together
 * @param pieceLength in bytes
 * @param isPrivate whether its maker wants it kept out of the DHT (BEP 27): not to be indexed
 * @param info the info dictionary's very bytes, from which a {@code .torrent} file can be written
 */
public record Torrent(
    Key infohash,
    @Nullable Sha256 v2,
    TorrentForm form,
    String name,
    List<FileEntry> files,
    long size,
    int pieceLength,
    boolean isPrivate,
    Bytes info) {
  public Torrent {
    files = List.copyOf(files);
  }

  /** Every key under which peers announce this torrent: one, or two for a hybrid. */
  public List<Key> keys() {
    return form == TorrentForm.HYBRID && v2 != null
        ? List.of(infohash, v2.truncated())
        : List.of(infohash);
  }
}
