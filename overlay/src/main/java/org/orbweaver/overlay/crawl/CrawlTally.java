package org.orbweaver.overlay.crawl;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;

/**
 * How far one peer is with a crawl: what it counts of the tasks that it is the primary of, signed.
 * Each task has one primary, so the tallies of all living peers add up to the whole crawl.
 *
 * <pre>
 *   | kind 1 | Ed25519 key 32 | signature 64 | crawl 16 | found 8 | done 8 | failed 8 | open 8 |
 *   | bytes 8 | quiet 4 | reasons: times 8, length 2, because, length 2, example … |
 *   signed   | "orbweaver tally" | rank 4 | from the crawl on |        rank: grows with each count
 * </pre>
 *
 * @param open tasks that are still to be done
 * @param bytes received
 * @param quiet scans in a row that found nothing open
 * @param reasons why tasks failed, the most frequent
 */
public record CrawlTally(
    CrawlId crawl,
    long found,
    long done,
    long failed,
    long open,
    long bytes,
    int quiet,
    List<Reason> reasons) {
  public static final int MOST_REASONS = 8;

  private static final byte KIND = 9;
  private static final int HEADER = 1 + PeerKeys.PUBLIC_BYTES + 64;
  private static final int LONGEST = 16 << 10;
  private static final int LONGEST_TEXT = 500;
  private static final long ENTRY_NAME = 0x74616C6C79000000L; // "tally"
  private static final byte[] CONTEXT = "orbweaver tally".getBytes(StandardCharsets.US_ASCII);

  /** Why so many tasks failed, with one of them. */
  public record Reason(String because, long times, String example) {}

  public CrawlTally {
    reasons = List.copyOf(reasons.subList(0, Math.min(reasons.size(), MOST_REASONS)));
  }

  private byte[] says() {
    ByteBuffer out = ByteBuffer.allocate(LONGEST);
    out.putLong(crawl.high()).putLong(crawl.low()).putLong(found).putLong(done);
    out.putLong(failed).putLong(open).putLong(bytes).putInt(quiet);
    for (Reason reason : reasons) {
      out.putLong(reason.times());
      text(out, reason.because());
      text(out, reason.example());
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void text(ByteBuffer out, String text) {
    String start = text.substring(0, Math.min(text.length(), LONGEST_TEXT));
    byte[] bytes = start.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, LONGEST_TEXT);
    out.putShort((short) length).put(bytes, 0, length);
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort() & 0xFFFF];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** As the swarm keeps it. */
  public Entry entry(PeerKeys keys, int rank) {
    byte[] says = says();
    byte[] body =
        ByteBuffer.allocate(HEADER + says.length)
            .put(KIND)
            .put(keys.verifying())
            .put(keys.sign(toSign(rank, says)))
            .put(says)
            .array();
    return new Entry(id(crawl, keys.verifying()), rank, body);
  }

  private static byte[] toSign(int rank, byte[] says) {
    return ByteBuffer.allocate(CONTEXT.length + 4 + says.length)
        .put(CONTEXT)
        .putInt(rank)
        .put(says)
        .array();
  }

  /** Names what the owner of that key says of the crawl. */
  public static EntryId id(CrawlId crawl, byte[] key) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-1");
      sha.update(ByteBuffer.allocate(16).putLong(crawl.high()).putLong(crawl.low()).array());
      return new EntryId(Key.read(sha.digest(key), 0), ENTRY_NAME);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  private static byte[] key(byte[] body) {
    return Arrays.copyOfRange(body, 1, 1 + PeerKeys.PUBLIC_BYTES);
  }

  /** Whether it may be one; costs no look at the signature. */
  public static boolean isSound(Entry entry) {
    byte[] body = entry.body();
    if (body.length < HEADER + 16 || body.length > HEADER + LONGEST || body[0] != KIND) {
      return false;
    }
    ByteBuffer in = ByteBuffer.wrap(body).position(HEADER);
    CrawlId crawl = new CrawlId(in.getLong(), in.getLong());
    return entry.rank() >= 0 && entry.id().equals(id(crawl, key(body)));
  }

  /** What the entry says; null if it is none, or not its author's. Costs a millisecond. */
  public static @Nullable CrawlTally read(Entry entry) {
    byte[] body = entry.body();
    if (!isSound(entry)) {
      return null;
    }
    byte[] says = Arrays.copyOfRange(body, HEADER, body.length);
    byte[] signature = Arrays.copyOfRange(body, 1 + PeerKeys.PUBLIC_BYTES, HEADER);
    return PeerKeys.isSigned(key(body), toSign(entry.rank(), says), signature) ? parse(says) : null;
  }

  private static @Nullable CrawlTally parse(byte[] says) {
    try {
      ByteBuffer in = ByteBuffer.wrap(says);
      CrawlId crawl = new CrawlId(in.getLong(), in.getLong());
      long found = in.getLong();
      long done = in.getLong();
      long failed = in.getLong();
      long open = in.getLong();
      long bytes = in.getLong();
      int quiet = in.getInt();
      List<Reason> reasons = new ArrayList<>();
      while (in.hasRemaining() && reasons.size() < MOST_REASONS) {
        long times = in.getLong();
        reasons.add(new Reason(text(in), times, text(in)));
      }
      return new CrawlTally(crawl, found, done, failed, open, bytes, quiet, reasons);
    } catch (BufferUnderflowException e) {
      return null;
    }
  }
}
