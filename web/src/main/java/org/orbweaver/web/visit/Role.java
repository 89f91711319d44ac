package org.orbweaver.web.visit;

/** Why an address is fetched. */
public enum Role {
  /** A page of the crawl: its links are followed. */
  PAGE,
  /** Needed to show a page: only what it needs itself is followed. */
  REQUISITE,
  /** A list of addresses. */
  SITEMAP
}
