package org.orbweaver.archive.warc;

/**
 * Where a record lies.
 *
 * @param file number of the WARC file within its collection
 * @param offset of the record's gzip member
 * @param length of it
 */
public record RecordLocation(int file, long offset, long length) {}
