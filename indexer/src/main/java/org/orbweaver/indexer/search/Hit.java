package org.orbweaver.indexer.search;

import java.util.Optional;
import org.orbweaver.kademlia.Key;

/**
 * One line of a result list.
 *
 * @param added in seconds since the epoch
 * @param seeders -1 if they were never counted
 * @param tags what the classifier found, as {@link Tag}s separated by spaces
 */
public record Hit(
    long id,
    Key hash,
    Optional<String> v2Hash,
    String name,
    String tags,
    long size,
    int files,
    int seeders,
    int leechers,
    long added) {}
