package org.orbweaver.console.archive;

import java.io.IOException;

/** Answers to words typed into the start page's box. */
interface SearchPages {
  ArchiveAnswer answer(ArchiveRequest request) throws IOException;
}
