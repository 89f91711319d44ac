/**
 * Films and series by the numbers that other databases give them. The user brings a table along
 * ({@link org.orbweaver.indexer.titles.TitleFile}: IMDb's, AniDB's, TMDB's, or CSV), which is kept
 * in the store ({@link org.orbweaver.indexer.titles.TitleCatalog}); {@link
 * org.orbweaver.indexer.titles.TitleSearch} then finds torrents by number. Nobody is asked over the
 * network.
 */
@NullMarked
package org.orbweaver.indexer.titles;

import org.jspecify.annotations.NullMarked;
