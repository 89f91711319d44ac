/**
 * Makes batches of links small. A batch is a few hundred bytes, in which a compressor that begins
 * with an empty mind has hardly learnt anything before it is over. {@link
 * org.orbweaver.overlay.compress.TextCoder} begins with an example of what links look like, and
 * guesses bit by bit ({@link org.orbweaver.overlay.compress.TextModel}). Costly for its size, it is
 * worth it where a link travels to r peers.
 */
@NullMarked
package org.orbweaver.overlay.compress;

import org.jspecify.annotations.NullMarked;
