package org.orbweaver.lab.plan;

/**
 * What is to be archived (thesis, tables 3.1 and 3.2). Bytes are decimal, as the thesis' are.
 *
 * @param pages HTML pages
 * @param imagesPerPage objects that are not HTML, for each page
 * @param pageGzip what gzip leaves of a page; of images it leaves everything
 * @param changedPerDay share of the pages that change in a day; images do not
 * @param addedPerDay new pages and images in a day, as a share of those there are
 * @param newLinks share of a changed page's links that are new
 */
public record WebFigures(
    String name,
    double pages,
    double imagesPerPage,
    double pageBytes,
    double imageBytes,
    double pageGzip,
    double changedPerDay,
    double addedPerDay,
    double linksPerPage,
    double urlBytes,
    double newLinks) {

  /** 2002: Google's two billion pages, MIT's sizes, Brewington's rate of change. */
  public static final WebFigures THESIS =
      new WebFigures("the web of 2002", 2e9, 0.77, 12e3, 32e3, 0.25, 0.05, 0.005, 36, 59, 0.1);

  /**
   * About what one of Common Crawl's crawls of 2024 holds: 2.7 billion pages of some 150 kB. How
   * often they change and how many images they have is assumed, not measured.
   */
  public static final WebFigures TODAY =
      new WebFigures(
          "about a Common Crawl of 2024", 2.7e9, 5, 150e3, 60e3, 0.2, 0.05, 0.005, 100, 80, 0.1);

  /** Text only (§6.2, Herodotus light). */
  public WebFigures light() {
    return new WebFigures(
        name + ", HTML only",
        pages,
        0,
        pageBytes,
        imageBytes,
        pageGzip,
        changedPerDay,
        addedPerDay,
        linksPerPage,
        urlBytes,
        newLinks);
  }

  double objects() {
    return pages * (1 + imagesPerPage);
  }

  double plainPages() {
    return pages * pageBytes;
  }

  double plainImages() {
    return pages * imagesPerPage * imageBytes;
  }

  /** Bytes of one snapshot on disk. */
  double snapshot() {
    return plainPages() * pageGzip + plainImages();
  }

  /** Bytes on disk that a day adds. */
  double storedPerDay() {
    return plainPages() * pageGzip * changedPerDay + snapshot() * addedPerDay;
  }

  /** Bytes as served that a day adds. */
  double servedPerDay() {
    return plainPages() * changedPerDay + (plainPages() + plainImages()) * addedPerDay;
  }

  /** Links that are news, for each object that a day brings; a page that is new has all of its. */
  double linksPerDay() {
    return pages * linksPerPage * (changedPerDay * newLinks + addedPerDay);
  }
}
