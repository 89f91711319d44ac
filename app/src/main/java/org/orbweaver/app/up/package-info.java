/**
 * What {@code orb up} runs beside its peer: the indexer, the census, the archive's pages, each a
 * {@link org.orbweaver.app.up.Job}. A job that cannot start, or that breaks, takes nothing else
 * along: it says why in a sentence, which stands on the console's first page, and is started again
 * after a pause that grows.
 */
@NullMarked
package org.orbweaver.app.up;

import org.jspecify.annotations.NullMarked;
