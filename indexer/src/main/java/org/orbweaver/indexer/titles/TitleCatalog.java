package org.orbweaver.indexer.titles;

import java.util.Collection;
import java.util.List;

/** The titles that the user brought along. */
public interface TitleCatalog {
  /** Takes titles in; returns how many are new. */
  int addTitles(Collection<Title> titles);

  /**
   * Says that another database has this number for what is known under the first one.
   *
   * @return how many names it got
   */
  int alias(TitleId known, TitleId other);

  /** All names under that number. */
  List<Title> titles(TitleId id);

  /** Everything that has this name, but for case, accents and punctuation. */
  List<Title> titlesNamed(String name);
}
