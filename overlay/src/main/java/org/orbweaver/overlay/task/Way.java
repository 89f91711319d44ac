package org.orbweaver.overlay.task;

/**
 * What a task's depth says. In a crawl without limit the first way to a page is as good as any; in
 * one that ends after so many links it is not: a swarm visits pages in no fixed order, and a page
 * first reached over a detour would keep those behind it out of the crawl.
 */
public enum Way {
  /** The first way found will do. */
  ANY,

  /** The shortest counts: whoever finds a shorter one is to tell. */
  SHORTEST,

  /** A shorter way to a page that is known; a task of its own, beside the page's first. */
  SHORTER
}
