package org.orbweaver.web.visit;

import org.orbweaver.fetch.url.WebUrl;

/** An address to be visited, and how it was come by. */
public interface Target {
  WebUrl url();

  Role role();

  /** Clicks from a seed; of a requisite or a sitemap, how deeply it is nested. */
  int depth();

  /** Redirects in a row that led here. */
  int hops();

  /** How it was come by. */
  Trail trail();
}
