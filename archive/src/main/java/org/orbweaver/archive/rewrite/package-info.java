/**
 * Makes archived content lead into the archive. Links are prefixed, not parsed and printed: what
 * does not have to change stays as it was, byte for byte, in the page's own encoding (text is read
 * as ISO 8859-1, one char a byte, and everything put in is ASCII). {@link
 * org.orbweaver.archive.rewrite.PageRewriting} chooses by media type among HTML, CSS, script and
 * XML.
 *
 * <p>Rewriting makes pages work; it keeps no secrets in. That no request can leave the archive is
 * the business of the content security policy the pages are served with.
 */
@NullMarked
package org.orbweaver.archive.rewrite;

import org.jspecify.annotations.NullMarked;
