/**
 * What {@code orb demo} shows: the product at work among the instruments, offline. Nothing here
 * pretends: nodes, peers and crawls are the real ones, only the world around them is made up.
 */
@NullMarked
package org.orbweaver.demo;

import org.jspecify.annotations.NullMarked;
