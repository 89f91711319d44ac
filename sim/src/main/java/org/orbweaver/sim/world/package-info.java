/**
 * A synthetic Mainline DHT of up to sixteen million nodes, whose truth is known exactly.
 *
 * <p>Nothing is simulated before it is asked for. A {@link org.orbweaver.sim.world.Population} is
 * everybody in the order of their keys; the {@code Roster} behind it computes, from the seed and a
 * node's number, its address, from the address its ID (BEP 42), its client and its country. {@link
 * org.orbweaver.sim.world.RoutingTables} computes any bucket of any node by rules that were
 * calibrated against a published crawl; {@link org.orbweaver.sim.world.Calibration} repeats that
 * crawl. {@link org.orbweaver.sim.world.Churn} tells who is live when.
 *
 * <p>On top, {@link org.orbweaver.sim.world.World} is one packet handler for all of their
 * addresses. A packet's destination names the node; if it is live and does not mind the sender,
 * {@code WorldAnswers} says what it answers, from its table, its {@link
 * org.orbweaver.sim.world.Storage} and its failings ({@link org.orbweaver.sim.world.Misfits}), and
 * the {@code ReplyVoice} writes it as its client would. {@link org.orbweaver.sim.world.Guest}s are
 * nodes under test that stand in the world's tables; {@link org.orbweaver.sim.world.ClientTraffic}
 * lets the world's clients find them. {@link org.orbweaver.sim.world.WorldOptions} switches all of
 * it on and off; {@code docs/world.md} tells the model, its calibration and its limits.
 */
@NullMarked
package org.orbweaver.sim.world;

import org.jspecify.annotations.NullMarked;
