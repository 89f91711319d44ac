package org.orbweaver.cli.dht;

import org.orbweaver.indexer.torrent.MagnetLink;
import org.orbweaver.kademlia.Key;
import org.orbweaver.shell.ReadOption;

/** Reads a torrent's infohash, or a magnet link. */
public final class Infohash extends ReadOption<Key> {
  public Infohash() {
    super(MagnetLink::readInfohash);
  }
}
