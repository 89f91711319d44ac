/**
 * What a torrent is: the bytes that peers and files give us, checked and made harmless.
 *
 * <p>An info dictionary arrives as bytes, from a peer (BEP 9) or inside a {@code .torrent} file,
 * which {@link org.orbweaver.indexer.torrent.Metainfo} opens. {@link
 * org.orbweaver.indexer.torrent.InfoDictionary} reads it: BEP 3's two shapes, BEP 52's file tree,
 * and hybrids of both, whose halves must tell the same. Names come in whatever encoding their maker
 * used: {@link org.orbweaver.indexer.torrent.TorrentNames} finds it, and {@link
 * org.orbweaver.indexer.torrent.SafeText} takes out what would deceive a reader or a file system.
 * What comes of it is a {@link org.orbweaver.indexer.torrent.Reading}: a {@link
 * org.orbweaver.indexer.torrent.Torrent}, or a {@link org.orbweaver.indexer.torrent.Refusal}.
 *
 * <p>Nothing here does I/O, and no input throws: hostile bytes are an ordinary outcome. A {@link
 * org.orbweaver.indexer.torrent.MagnetLink} is typed by the user, and so may complain.
 */
@NullMarked
package org.orbweaver.indexer.torrent;

import org.jspecify.annotations.NullMarked;
