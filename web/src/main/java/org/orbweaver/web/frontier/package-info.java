/**
 * What is still to be fetched, and when it may be. The life of an address:
 *
 * <ol>
 *   <li>A page's links come as {@link org.orbweaver.web.visit.Discovery}s. A fixed cache of
 *       fingerprints drops most that were met before; the rest is sorted and looked up in the
 *       seen-set in one batch, where Bloom filters spare new addresses the disk.
 *   <li>A new address is appended to its host's queue on disk, in the same atomic batch that
 *       records the page it was found on as done ({@link
 *       org.orbweaver.web.frontier.FrontierStore}).
 *   <li>A host with open work is active: a bounded number of hosts is in memory, each with a short
 *       slice of its queue, the others wait on disk.
 *   <li>Active hosts stand in the {@link org.orbweaver.web.frontier.Workbench}, BUbiNG's: a queue
 *       by time of IP addresses, each a queue by time of its hosts. Who takes a host takes its
 *       address with it, so one connection per address needs no further lock.
 *   <li>What was fetched is reported back; its host's place in the queue moves on at the next
 *       commit.
 * </ol>
 *
 * <p>Queues are never emptied: a new round starts by setting each host's place back to the
 * beginning (Herodotus §4.8), and walks all addresses ever seen, as far as they are due.
 *
 * <p>The store is RocksDB rather than log files of our own: its sorted runs and merges are what
 * BUbiNG's sieve does by hand, and its atomic batches make kill -9 at any moment harmless.
 */
@NullMarked
package org.orbweaver.web.frontier;

import org.jspecify.annotations.NullMarked;
