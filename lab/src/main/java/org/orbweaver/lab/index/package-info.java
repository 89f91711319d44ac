/**
 * The indexer paper's experiments. In virtual time, {@link org.orbweaver.lab.index.YieldExperiment}
 * counts which torrents are obtained, {@link org.orbweaver.lab.index.OrderExperiment} what the
 * order of lookups saves, {@link org.orbweaver.lab.index.DistanceExperiment} how far neighbouring
 * keys are apart, and {@link org.orbweaver.lab.index.FilterExperiment} what the selective filter
 * lets through to a slow store. {@link org.orbweaver.lab.index.LoopbackIndexing} runs the whole
 * indexer on real sockets against the clock.
 */
@NullMarked
package org.orbweaver.lab.index;

import org.jspecify.annotations.NullMarked;
