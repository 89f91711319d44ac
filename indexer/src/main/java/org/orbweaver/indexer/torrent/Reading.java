package org.orbweaver.indexer.torrent;

/** What came of reading an info dictionary. */
public sealed interface Reading {
  record Accepted(Torrent torrent) implements Reading {}

  record Refused(Refusal reason) implements Reading {}
}
