/**
 * The indexer paper's experiments. {@link org.orbweaver.lab.index.FilterExperiment} puts the
 * selective filter between too many hashes and a slow store.
 */
@NullMarked
package org.orbweaver.lab.index;

import org.jspecify.annotations.NullMarked;
