package org.orbweaver.lab.overlay;

/**
 * A crawl without faults.
 *
 * @param tasks pages of the synthetic web
 * @param links per page
 * @param web the shape of the web
 * @param hostKeys false: a page's key is its own hash, whatever its host
 */
public record OverlayOptions(
    int peers,
    int tasks,
    int links,
    int copies,
    int virtualNodes,
    Web web,
    boolean hostKeys,
    long seed) {
  /** Shapes of synthetic webs. */
  public enum Web {
    /** Hosts of Zipf size, three links of four within the host. */
    ZIPF,
    /** Small hosts; all links of a page lead to one host, hence to one owner. */
    BUNCHED
  }
}
