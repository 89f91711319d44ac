package org.orbweaver.console.archive;

import java.io.IOException;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.FuzzyRules;

/** Text of a capture, two captures side by side, and a page's history. */
final class ComparePages {
  private final Archive archive;
  private final FuzzyRules fuzzy;

  ComparePages(Archive archive, FuzzyRules fuzzy) {
    this.archive = archive;
    this.fuzzy = fuzzy;
  }

  ArchiveAnswer text(ArchiveRequest request) throws IOException {
    return Sorry.page(501, "Not yet", request.target());
  }

  ArchiveAnswer diff(ArchiveRequest request) throws IOException {
    return Sorry.page(501, "Not yet", request.target());
  }

  ArchiveAnswer changes(ArchiveRequest request) throws IOException {
    return Sorry.page(501, "Not yet", request.target() + archive + fuzzy);
  }
}
