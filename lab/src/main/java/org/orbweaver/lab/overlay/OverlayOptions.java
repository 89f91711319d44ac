package org.orbweaver.lab.overlay;

/**
 * A crawl without faults.
 *
 * @param tasks pages of the synthetic web, on hosts of Zipf sizes
 * @param hostKeys false: a page's key is its own hash, whatever its host
 */
public record OverlayOptions(
    int peers,
    int tasks,
    int links,
    int copies,
    int virtualNodes,
    boolean hostKeys,
    long seed) {}
