/**
 * A polite node of the Mainline DHT, without sockets: BEPs 5, 32, 33, 42, 43, 44, 45 and 51, and
 * the multi-homed node of the indexer paper.
 *
 * <p>A {@link org.orbweaver.mainline.MainlineNode} lives at any number of local addresses. Each is
 * a {@link org.orbweaver.mainline.LocalHome}: to the world a node of its own, with its own ID, open
 * queries and timeouts. All homes of an address family share one {@link
 * org.orbweaver.mainline.Network}: table, lookup cache and what others have stored with us.
 *
 * <p><b>A stranger asks.</b> The packet goes through the decoder and the flood limit to the {@link
 * org.orbweaver.mainline.QueryResponder}, and from there to one of three {@link
 * org.orbweaver.mainline.Answers}: about nodes, about peers ({@link
 * org.orbweaver.mainline.AnnounceTokens}, {@link org.orbweaver.mainline.PeerStore}, {@link
 * org.orbweaver.mainline.ScrapeFilter}) or about items ({@link
 * org.orbweaver.mainline.StoredItems}). The answer leaves from the home that was asked. A {@link
 * org.orbweaver.mainline.TrafficObserver} may listen.
 *
 * <p><b>We ask.</b> A caller wants something of the {@link org.orbweaver.mainline.DhtClient}. It
 * becomes a {@link org.orbweaver.mainline.Search}, which waits its turn in the {@link
 * org.orbweaver.mainline.LookupSchedule} and runs as a {@link org.orbweaver.mainline.RunningLookup}
 * from one home. Each of its steps is a {@link org.orbweaver.mainline.PendingQuestion} that the
 * {@link org.orbweaver.mainline.Asker} sends within our {@link
 * org.orbweaver.mainline.SendingLimits}. Before an answer reaches the question, the table learns
 * from it, and so do the {@link org.orbweaver.mainline.Acquaintances}: who lies ({@link
 * org.orbweaver.mainline.SuspectNodes}) and who is silent ({@link
 * org.orbweaver.mainline.UnreachableNodes}). Announces and puts end with a {@link
 * org.orbweaver.mainline.WriteRound}.
 *
 * <p><b>Time passes.</b> {@link org.orbweaver.mainline.TableMaintenance} gets us in, keeps homes
 * known and the table fresh, a little at every tick.
 *
 * <p>This module is pure: no I/O, no clock, no threads, no unseeded randomness. One thread owns a
 * node.
 */
@NullMarked
package org.orbweaver.mainline;

import org.jspecify.annotations.NullMarked;
