package org.orbweaver.lab.wirespeed;

import org.orbweaver.udp.linux.MessageBatch;

/**
 * A visitor's transactions, six bytes each, as they lie in packets: found and compared as one
 * number, without decoding. The packet ends
 *
 * <pre>
 *   … 1:t | 6: | 2: measurement | 4: whom it asked | 1:v4:.... | 1:y1:qe     our query
 *   … 1:t | 6: | 2: measurement | 4: whom it asked | 1:v4:.... | 1:y1:re     most replies
 *   … 1:t | 6: | 2: measurement | 4: whom it asked |             1:y1:re     those of shy clients
 *         '---------- these eight bytes ----------'
 * </pre>
 */
final class Transactions {
  /** What no packet has in place of a transaction. */
  static final long NONE = 0;

  private static final int END = 7;
  private static final int VERSION = 9;
  private static final long PREFIX = '6' << 8 | ':';

  private Transactions() {}

  /** The transaction's eight bytes, to be {@linkplain MessageBatch#patch patched} in. */
  static long of(int measurement, int asked) {
    return Long.reverseBytes(PREFIX << 48 | (measurement & 0xFFFFL) << 32 | asked);
  }

  /** Where the eight bytes lie in a packet that tells a version. */
  static int place(int length) {
    return length - END - VERSION - Long.BYTES;
  }

  /** A reply's eight bytes, or {@link #NONE}. */
  static long in(MessageBatch replies, int i) {
    int place = place(replies.length(i));
    if (place < 0) {
      return NONE;
    }
    long bytes = replies.peek(i, place);
    if (!isTransaction(bytes)) {
      bytes = replies.peek(i, place + VERSION);
    }
    return isTransaction(bytes) ? bytes : NONE;
  }

  private static boolean isTransaction(long bytes) {
    return Long.reverseBytes(bytes) >>> 48 == PREFIX;
  }

  static boolean isOf(int measurement, long transaction) {
    return transaction != NONE
        && (Long.reverseBytes(transaction) >>> 32 & 0xFFFF) == (measurement & 0xFFFF);
  }

  static int asked(long transaction) {
    return (int) Long.reverseBytes(transaction);
  }
}
