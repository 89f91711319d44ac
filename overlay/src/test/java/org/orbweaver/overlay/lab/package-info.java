/** A swarm in virtual time, and what is proven with it. */
@NullMarked
package org.orbweaver.overlay.lab;

import org.jspecify.annotations.NullMarked;
