package org.orbweaver.archive.access;

import org.orbweaver.archive.index.IndexRow;

/**
 * A page as far as it is known where a rule is asked about it: before it is fetched only its
 * address is.
 *
 * @param mediaType empty if it is not known
 * @param bytes that came from its server; {@link #UNKNOWN} if nobody wrote that down
 * @param digest SHA-1 of its payload; empty if it is not known
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
public record RuleSubject(String url, String mediaType, long bytes, byte[] digest) {
  public static final long UNKNOWN = -1;

  /** A page of which only the address is known. */
  public static RuleSubject address(String url) {
    return new RuleSubject(url, "", UNKNOWN, new byte[0]);
  }

  public static RuleSubject of(IndexRow row) {
    return new RuleSubject(row.url(), row.mediaType(), UNKNOWN, row.digest());
  }
}
