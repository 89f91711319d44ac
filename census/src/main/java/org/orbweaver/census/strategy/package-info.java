/**
 * The ways to crawl by name, and the two published ones: breadth first, and Splider's splitting.
 * Ours has its own package, {@code census.sweep}.
 */
@NullMarked
package org.orbweaver.census.strategy;

import org.jspecify.annotations.NullMarked;
