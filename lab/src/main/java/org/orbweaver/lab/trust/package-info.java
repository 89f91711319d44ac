/**
 * Does trust hold? First the paper's own simulation (Steinhaus, Böhm, Schosser §4), whose open
 * constants are fitted on figure 4 and then left alone; then ours, which plays the same population
 * against attackers that know every rule, on the product's own code.
 */
@NullMarked
package org.orbweaver.lab.trust;

import org.jspecify.annotations.NullMarked;
