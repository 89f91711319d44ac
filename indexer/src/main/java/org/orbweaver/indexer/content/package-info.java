/**
 * What a torrent's files tell beyond its name: whether another torrent holds the same ({@link
 * org.orbweaver.indexer.content.FileFingerprint}, {@link
 * org.orbweaver.indexer.content.SharedFiles}), and what speaks against it ({@link
 * org.orbweaver.indexer.content.Evidence}). Names are what strangers chose; lengths of files are
 * what one gets.
 */
@NullMarked
package org.orbweaver.indexer.content;

import org.jspecify.annotations.NullMarked;
