package org.orbweaver.overlay.crawl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.trust.Signed;

/**
 * A crawl as the swarm keeps it: a plan, and the signature of the peer that wants it. Its number is
 * a hash of plan and key, and each task carries the number; so nobody can put another plan in its
 * place, and only who made it can stop it, and those whose keys the plan names for that.
 *
 * <p>Ranks only grow, so a crawl begins at 0, and each pause and each going on is one more: it
 * rests while its rank is odd. Rank 64 is its maker's stop; 65 + i that of the i-th of those whom
 * the plan names.
 *
 * <pre>
 *   | kind 1 | Ed25519 key 32 | signature 64 | plan … |      rank: as above
 *   signed   | "orbweaver crawl" | rank 1 | plan |
 * </pre>
 */
public final class CrawlRecord {
  private static final byte KIND = 4;
  private static final int SIGNATURE = 64;
  private static final int HEADER = 1 + PeerKeys.PUBLIC_BYTES + SIGNATURE;
  private static final byte RUNNING = 0;
  private static final byte STOPPED = 64;
  private static final byte[] CONTEXT = "orbweaver crawl".getBytes(StandardCharsets.US_ASCII);
  private static final long ENTRY_NAME = 0x637261776C_000000L; // "crawl"

  private final CrawlPlan plan;
  private final byte rank;
  private final byte[] body;

  private CrawlRecord(CrawlPlan plan, byte rank, byte[] body) {
    this.plan = plan;
    this.rank = rank;
    this.body = body;
  }

  /** A crawl that begins. */
  public static CrawlRecord of(CrawlPlan plan, PeerKeys keys) {
    byte[] text = plan.toString().getBytes(StandardCharsets.UTF_8);
    if (text.length > CrawlPlan.LONGEST) {
      throw new IllegalArgumentException(
          "a crawl's seeds take %,d bytes, and %,d are allowed: make two crawls of it"
              .formatted(text.length, CrawlPlan.LONGEST));
    }
    return signed(plan, text, RUNNING, keys);
  }

  /** The same, stopped; only who made it can say so, and those it has named. */
  public CrawlRecord stopped(PeerKeys keys) {
    if (!mayBeStoppedBy(keys)) {
      throw new IllegalArgumentException(
          plan.mayStop().isEmpty()
              ? "crawl %s was begun by another peer, which alone can stop it".formatted(this)
              : "crawl %s can be stopped by the peer that began it, and by the %d that it names"
                  .formatted(this, plan.mayStop().size()));
    }
    int named = plan.mayStop().indexOf(HexFormat.of().formatHex(keys.verifying()));
    byte by = (byte) (isOf(keys) ? STOPPED : STOPPED + 1 + named);
    byte[] end = body.clone();
    byte[] signature = keys.sign(toSign(by, text(body)));
    System.arraycopy(signature, 0, end, 1 + PeerKeys.PUBLIC_BYTES, SIGNATURE);
    return new CrawlRecord(plan, by, end);
  }

  /** The same, resting or at work; itself if it is so already. Only who made it can say so. */
  public CrawlRecord resting(boolean rests, PeerKeys keys) {
    if (isStopped()) {
      throw new IllegalArgumentException("crawl %s was stopped; begin another".formatted(this));
    }
    if (!isOf(keys)) {
      throw new IllegalArgumentException(
          "crawl %s was begun by another peer, which alone can pause it".formatted(this));
    }
    if (rank + 2 >= STOPPED) {
      throw new IllegalArgumentException(
          "crawl %s was paused too often; stop it, and begin another".formatted(this));
    }
    return rests == isResting() ? this : signed(plan, text(body), (byte) (rank + 1), keys);
  }

  /** Whether its tasks are to wait. */
  public boolean isResting() {
    return !isStopped() && rank % 2 == 1;
  }

  /** Whether the owner of these keys can stop it. */
  public boolean mayBeStoppedBy(PeerKeys keys) {
    return isOf(keys) || plan.mayStop().contains(HexFormat.of().formatHex(keys.verifying()));
  }

  private static CrawlRecord signed(CrawlPlan plan, byte[] text, byte rank, PeerKeys keys) {
    byte[] body =
        ByteBuffer.allocate(HEADER + text.length)
            .put(KIND)
            .put(keys.verifying())
            .put(keys.sign(toSign(rank, text)))
            .put(text)
            .array();
    return new CrawlRecord(plan, rank, body);
  }

  private static byte[] toSign(byte rank, byte[] text) {
    return ByteBuffer.allocate(CONTEXT.length + 1 + text.length)
        .put(CONTEXT)
        .put(rank)
        .put(text)
        .array();
  }

  private static byte[] text(byte[] body) {
    return Arrays.copyOfRange(body, HEADER, body.length);
  }

  /** Whether the owner of these keys made it. */
  public boolean isOf(PeerKeys keys) {
    return Arrays.equals(
        keys.verifying(), 0, PeerKeys.PUBLIC_BYTES, body, 1, 1 + PeerKeys.PUBLIC_BYTES);
  }

  /** Who made it, as peers are called where trust is concerned. */
  public Key owner() {
    return Signed.name(Arrays.copyOfRange(body, 1, 1 + PeerKeys.PUBLIC_BYTES));
  }

  public CrawlPlan plan() {
    return plan;
  }

  /** The plan as it was signed. */
  byte[] planText() {
    return text(body);
  }

  public boolean isStopped() {
    return rank >= STOPPED;
  }

  /** By which tasks name it. */
  public CrawlId number() {
    return number(body);
  }

  private static CrawlId number(byte[] body) {
    return number(Arrays.copyOfRange(body, 1, 1 + PeerKeys.PUBLIC_BYTES), text(body));
  }

  /** Of the crawl that the owner of that key made of that plan. */
  static CrawlId number(byte[] key, byte[] plan) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(key);
      sha.update(plan);
      ByteBuffer hash = ByteBuffer.wrap(sha.digest());
      return new CrawlId(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Names the record of the crawl with that number. */
  public static EntryId id(CrawlId number) {
    int spread = (int) (number.high() * 0x9E3779B97F4A7C15L >>> 32);
    return new EntryId(new Key(number.high(), number.low(), spread), ENTRY_NAME);
  }

  public Entry entry() {
    return new Entry(id(number()), rank, body);
  }

  /** Whether an entry's body claims to be a crawl. */
  public static boolean isCrawl(byte[] body) {
    return body.length > HEADER && body[0] == KIND;
  }

  /** What the entry says; null if it is no crawl's, or not its maker's. Costs a millisecond. */
  public static @Nullable CrawlRecord read(Entry entry) {
    byte[] body = entry.body();
    CrawlPlan plan =
        isSound(entry) ? CrawlPlan.parse(new String(text(body), StandardCharsets.UTF_8)) : null;
    byte[] key = plan == null ? null : signer(entry, plan);
    return plan != null
            && key != null
            && PeerKeys.isSigned(
                key,
                toSign((byte) entry.rank(), text(body)),
                Arrays.copyOfRange(body, 1 + PeerKeys.PUBLIC_BYTES, HEADER))
        ? new CrawlRecord(plan, (byte) entry.rank(), body)
        : null;
  }

  /** Whose signature a record of that rank has; null if nobody may have signed it. */
  private static byte @Nullable [] signer(Entry entry, CrawlPlan plan) {
    int named = entry.rank() - STOPPED - 1;
    if (named < 0) {
      return Arrays.copyOfRange(entry.body(), 1, 1 + PeerKeys.PUBLIC_BYTES);
    }
    return named < plan.mayStop().size()
        ? HexFormat.of().parseHex(plan.mayStop().get(named))
        : null;
  }

  /** Whether it may be a crawl's; costs no look at the signature. */
  public static boolean isSound(Entry entry) {
    byte[] body = entry.body();
    return isCrawl(body)
        && body.length <= HEADER + CrawlPlan.LONGEST
        && entry.rank() >= RUNNING
        && entry.rank() <= STOPPED + CrawlPlan.MOST_STOPPERS
        && entry.id().equals(id(number(body)));
  }

  /** Its number as people write it. */
  @Override
  public String toString() {
    return number().toString();
  }
}
