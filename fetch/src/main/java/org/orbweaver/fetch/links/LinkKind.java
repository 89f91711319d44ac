package org.orbweaver.fetch.links;

/** What a link is for. */
public enum LinkKind {
  /** A person might click it. */
  NAVIGATION,
  /** The page cannot be shown without it: image, style, script, frame. */
  REQUISITE,
  /** The page is elsewhere: Location header or meta refresh. */
  REDIRECT,
  /** A list of addresses for machines. */
  SITEMAP
}
