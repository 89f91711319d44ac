package org.orbweaver.console.archive;

/** Gives the server its search pages; made by those who have an index. */
public interface ArchiveSearch {
  SearchPages pages();
}
