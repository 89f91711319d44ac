/**
 * The instruments: a virtual network and clock, a synthetic DHT of millions of nodes, a synthetic
 * web. Any module's tests may use them; of the product only {@code orb demo} and {@code orb lab
 * world} do.
 */
@NullMarked
package org.orbweaver.sim;

import org.jspecify.annotations.NullMarked;
