/**
 * Words in what was captured. {@link org.orbweaver.archive.search.TextIndex} keeps titles, text,
 * addresses and linked hosts of a collection's pages and PDFs in Lucene, a document for each
 * version of a page; it is made and brought up to date from the collection, and can be thrown away
 * at any time. {@link org.orbweaver.archive.search.TextSearch} asks several of them at once.
 */
@NullMarked
package org.orbweaver.archive.search;

import org.jspecify.annotations.NullMarked;
