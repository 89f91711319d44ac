/**
 * The Mainline node proven in the synthetic world: the very code that runs on the Internet, in
 * virtual time, among nodes that are dead, far away, lossy or hostile.
 *
 * <p>A {@code NodeInWorld} puts a {@link org.orbweaver.mainline.MainlineNode} with the homes that
 * an {@link org.orbweaver.lab.node.IdChoice} gave it next to a {@link
 * org.orbweaver.sim.world.World} on one virtual network, knows what the truth is, and lets time
 * pass. The experiments ask: does a lookup find whom it should, and at how many queries ({@link
 * org.orbweaver.lab.node.LookupExperiment}); what are adaptive timeouts worth ({@link
 * org.orbweaver.lab.node.TimeoutExperiment}); how much does a listening node hear ({@link
 * org.orbweaver.lab.node.HarvestExperiment}); and what is left of its table under attack ({@link
 * org.orbweaver.lab.node.AttackExperiment}, whose {@code Attacker}s live here too). How fast it
 * serves is measured on real sockets, in {@code lab.wirespeed}.
 */
@NullMarked
package org.orbweaver.lab.node;

import org.jspecify.annotations.NullMarked;
