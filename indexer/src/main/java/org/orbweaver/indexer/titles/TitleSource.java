package org.orbweaver.indexer.titles;

/** Whose numbers they are. */
public enum TitleSource {
  IMDB(1, "https://www.imdb.com/title/tt%07d/"),
  TMDB(2, "https://www.themoviedb.org/%s/%d"),
  TVDB(3, "https://thetvdb.com/dereferrer/series/%d"),
  ANIDB(4, "https://anidb.net/anime/%d");

  private final int code;
  private final String page;

  TitleSource(int code, String page) {
    this.code = code;
    this.page = page;
  }

  public int code() {
    return code;
  }

  public static TitleSource of(int code) {
    return values()[code - 1];
  }

  /** Where its own page about it is. */
  public String page(Title title) {
    return this == TMDB
        ? page.formatted(title.series() ? "tv" : "movie", title.id().number())
        : page.formatted(title.id().number());
  }
}
