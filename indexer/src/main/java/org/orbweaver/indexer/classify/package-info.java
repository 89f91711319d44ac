/**
 * What a torrent probably is, from its name and the kinds of its files: a category, and for films
 * and series also title, year, season, episode, resolution and language.
 */
@NullMarked
package org.orbweaver.indexer.classify;

import org.jspecify.annotations.NullMarked;
