/**
 * The pages of a peer's book as entries of the ledger: what it committed to, what it said of
 * others, what it was proven to have done. Who keeps and reads them is {@code overlay.trust}.
 */
@NullMarked
package org.orbweaver.overlay.book;

import org.jspecify.annotations.NullMarked;
