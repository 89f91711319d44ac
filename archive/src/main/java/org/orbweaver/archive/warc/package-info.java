/**
 * WARC 1.1 files. {@link org.orbweaver.archive.warc.RecordEncoder} makes records of a {@link
 * org.orbweaver.archive.warc.PageCapture}: request, response or revisit, metadata, each a gzip
 * member of its own. {@link org.orbweaver.archive.warc.WarcFiles} appends them to the newest file
 * of a directory, begins a new one when it is full, and cuts off what a crash left half written.
 * Both headers and compression are made here, by many threads while one appends.
 */
@NullMarked
package org.orbweaver.archive.warc;

import org.jspecify.annotations.NullMarked;
