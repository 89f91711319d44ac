package org.orbweaver.fetch.scope;

/** How far from its seeds a crawl may go. */
public enum Reach {
  /** The seeds themselves and what they need to be shown. */
  PAGE,
  /** The seed's folder and everything below it. */
  PREFIX,
  /** The seed's host, on any port and scheme. */
  HOST,
  /** The seed's registered domain with all its hosts. */
  DOMAIN,
  /** The whole web. */
  ANY
}
