/**
 * From a hash on the wire to a torrent in the catalog, in loosely coupled stages (indexer paper
 * §3.1). Each stage is one file with one bounded queue, and a slow one makes those before it wait:
 *
 * <pre>
 *   get_peers, announce_peer ┐
 *   sample_infohashes sweep  ├→ {@link Harvest} → ledger.note
 *   given by the user        ┘   ARC+Blue          hits, new hashes
 *
 *   ledger.claim → {@link Traversal} → {@link Lookups} → {@link Fetches} → {@link Settling} → ledger.settle
 *                  natural order,      3 per home,       peers ranked       in bulk
 *                  staggered starts    cache             by witnesses
 *                                                     ↘ failed: {@link PassiveRetrieval}
 *                                                       our address in answers; peers call us
 * </pre>
 *
 * <p>{@link IndexingPipeline} is the conductor. All of it runs on the node's thread and never
 * blocks: the store is used through {@link BlockingWork}, peers through {@link MetadataSource}, and
 * both tell their outcome on that thread again. So the lab runs this very code in virtual time.
 * Retries, their back-off and the exclusion of other indexers are the {@linkplain
 * org.orbweaver.indexer.store.HashLedger ledger}'s.
 */
@NullMarked
package org.orbweaver.indexer.pipeline;

import org.jspecify.annotations.NullMarked;
