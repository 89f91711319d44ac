package org.orbweaver.census.suspects;

import org.orbweaver.census.SnapshotNodes;

/** Both tables of one snapshot. */
public record Suspects(SybilTable sybils, EclipseTable eclipses) {
  public static Suspects of(SnapshotNodes snapshot) {
    AddressBook book = new AddressBook(snapshot);
    return new Suspects(
        new SybilDetector(snapshot, book).table(), new EclipseDetector(snapshot, book).table());
  }
}
