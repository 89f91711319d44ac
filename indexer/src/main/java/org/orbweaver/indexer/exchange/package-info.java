/**
 * The catalog as files: written one torrent a line as {@linkplain
 * org.orbweaver.indexer.exchange.TorrentLine JSON} or {@linkplain
 * org.orbweaver.indexer.exchange.CsvLine CSV} and read back; and what others hold: the lines that
 * bitmagnet's import endpoint takes, and {@linkplain org.orbweaver.indexer.exchange.BitmagnetDump
 * the dump} by which bitmagnet's users back up and move their databases.
 */
@NullMarked
package org.orbweaver.indexer.exchange;

import org.jspecify.annotations.NullMarked;
