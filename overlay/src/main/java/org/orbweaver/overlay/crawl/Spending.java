package org.orbweaver.overlay.crawl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;

/**
 * How much of one of a crawl's budgets the peers of a swarm have drawn so far. What is drawn only
 * grows, so it is the entry's rank: it is on r disks, outlives whoever drew, and copies that differ
 * are joined as all others are. Peers draw one after the other, under a lease of the same name.
 *
 * <pre>
 *   | kind 1 | crawl 16 | purse, UTF-8 … |      rank: what is drawn
 * </pre>
 *
 * @param purse which budget: pages, bytes, or pages of one host
 * @param drawn in the purse's own units
 */
public record Spending(CrawlId crawl, String purse, int drawn) {
  private static final byte KIND = 8;
  private static final int HEADER = 17;
  private static final int LONGEST_PURSE = 400;
  private static final long ENTRY_NAME = 0x6275646765740000L; // "budget"

  private byte[] body() {
    byte[] name = purse.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(HEADER + name.length)
        .put(KIND)
        .putLong(crawl.high())
        .putLong(crawl.low())
        .put(name)
        .array();
  }

  /** Under which the swarm keeps it. */
  public EntryId id() {
    return id(body());
  }

  private static EntryId id(byte[] body) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-1").digest(body);
      return new EntryId(Key.read(hash, 0), ENTRY_NAME);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  public Entry entry() {
    byte[] body = body();
    return new Entry(id(body), drawn, body);
  }

  /** The same with so much more drawn. */
  public Spending and(int more) {
    return new Spending(crawl, purse, (int) Math.min(Integer.MAX_VALUE, (long) drawn + more));
  }

  /** Null if the entry is none. */
  public static @Nullable Spending read(Entry entry) {
    if (!isSound(entry)) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(entry.body()).position(1);
    CrawlId crawl = new CrawlId(in.getLong(), in.getLong());
    byte[] name = Arrays.copyOfRange(entry.body(), HEADER, entry.body().length);
    return new Spending(crawl, new String(name, StandardCharsets.UTF_8), entry.rank());
  }

  /** Whether it may be one, under the ID that follows from what it says. */
  public static boolean isSound(Entry entry) {
    byte[] body = entry.body();
    return body.length > HEADER
        && body.length <= HEADER + LONGEST_PURSE
        && body[0] == KIND
        && entry.rank() >= 0
        && entry.id().equals(id(body));
  }
}
