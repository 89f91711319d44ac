package org.orbweaver.indexer.search;

import java.util.Map;

/**
 * How many of the results are of which kind: of all of them where they are few, else of the newest.
 *
 * @param counted how many results were looked at
 * @param kinds by Torznab's category
 * @param fileTypes by the extension of most of their bytes
 */
public record Facets(
    long counted,
    Map<String, Long> kinds,
    Map<String, Long> languages,
    Map<String, Long> resolutions,
    Map<String, Long> years,
    Map<String, Long> fileTypes) {}
