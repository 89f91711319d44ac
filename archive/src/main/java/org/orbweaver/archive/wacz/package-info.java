/**
 * Taking captures along: {@link org.orbweaver.archive.wacz.SliceExport} writes any slice of an
 * archive into a WARC file of its own, {@link org.orbweaver.archive.wacz.WaczWriter} makes a WACZ
 * 1.1 of it, with pages, index, hashes and a signature.
 */
@NullMarked
package org.orbweaver.archive.wacz;

import org.jspecify.annotations.NullMarked;
