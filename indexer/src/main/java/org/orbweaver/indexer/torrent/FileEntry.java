package org.orbweaver.indexer.torrent;

import org.jspecify.annotations.Nullable;

/**
 * One file of a torrent. Padding files (BEP 47) are never among them.
 *
 * @param path harmless text; its segments, none of them empty, {@code .} or {@code ..}, are parted
 *     by slashes. It does not begin with the torrent's name, except that a lone file's path is that
 *     name
 * @param size in bytes, not negative
 * @param root of the file's hash tree, by which equal files in different torrents are found; only
 *     in v2 and hybrid torrents, and there only for files that are not empty
 */
public record FileEntry(String path, long size, @Nullable Sha256 root) {}
