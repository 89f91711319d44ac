package org.orbweaver.overlay.crawl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;

/**
 * What the owner of a crawl does not want shown of it any more, as lines of text which only those
 * understand who show it. They are signed by the key that began the crawl, and concern that crawl
 * alone: a stranger's crawl of the same addresses can take nothing down.
 *
 * <p>The entry lies beside the crawl's record. It says the plan again, so that whoever is shown it
 * can tell by itself whose crawl it is: a crawl's number is a hash of key and plan.
 *
 * <pre>
 *   | kind 1 | Ed25519 key 32 | signature 64 | length 4 | plan … | lines … |     rank: 1, 2, 3 …
 *   signed   | "orbweaver takedowns" | rank 4 | crawl 16 | lines |
 * </pre>
 */
public final class Takedowns {
  /** Of all lines of a crawl, in bytes. */
  public static final int LONGEST = 64 << 10;

  /** An owner that changes its mind every minute needs two years for as many. */
  private static final int MOST_REVISIONS = 1 << 20;

  private static final byte KIND = 10;
  private static final int SIGNATURE = 64;
  private static final int HEADER = 1 + PeerKeys.PUBLIC_BYTES + SIGNATURE + Integer.BYTES;
  private static final byte[] CONTEXT = "orbweaver takedowns".getBytes(StandardCharsets.US_ASCII);
  private static final long ENTRY_NAME = 0x74616B65646F776EL; // "takedown"

  private final CrawlId crawl;
  private final int revision;
  private final List<String> lines;
  private final byte[] body;

  private Takedowns(CrawlId crawl, int revision, List<String> lines, byte[] body) {
    this.crawl = crawl;
    this.revision = revision;
    this.lines = List.copyOf(lines);
    this.body = body;
  }

  /**
   * All that is taken down of a crawl from now on.
   *
   * @param before what was up to now; null for nothing
   * @throws IllegalArgumentException with a sentence, if the crawl is another's
   */
  public static Takedowns of(
      CrawlRecord record, @Nullable Takedowns before, List<String> lines, PeerKeys keys) {
    if (!record.isOf(keys)) {
      throw new IllegalArgumentException(
          "crawl %s was begun by another peer, which alone can take pages of it down"
              .formatted(record));
    }
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    if (text.length > LONGEST || lines.stream().anyMatch(line -> line.indexOf('\n') >= 0)) {
      throw new IllegalArgumentException(
          "takedowns of a crawl are at most %,d bytes, a line each".formatted(LONGEST));
    }
    int revision = before == null ? 1 : before.revision + 1;
    byte[] plan = record.planText();
    byte[] body =
        ByteBuffer.allocate(HEADER + plan.length + text.length)
            .put(KIND)
            .put(keys.verifying())
            .put(keys.sign(toSign(revision, record.number(), text)))
            .putInt(plan.length)
            .put(plan)
            .put(text)
            .array();
    return new Takedowns(record.number(), revision, lines, body);
  }

  private static byte[] toSign(int revision, CrawlId crawl, byte[] text) {
    return ByteBuffer.allocate(CONTEXT.length + Integer.BYTES + 2 * Long.BYTES + text.length)
        .put(CONTEXT)
        .putInt(revision)
        .putLong(crawl.high())
        .putLong(crawl.low())
        .put(text)
        .array();
  }

  public CrawlId crawl() {
    return crawl;
  }

  /** In the order in which they were made. */
  public List<String> lines() {
    return lines;
  }

  public Entry entry() {
    return new Entry(id(crawl), revision, body);
  }

  /** Names the takedowns of the crawl with that number; they stand with its record. */
  public static EntryId id(CrawlId crawl) {
    return new EntryId(CrawlRecord.id(crawl).key(), ENTRY_NAME);
  }

  /** What the entry says; null if it is no takedowns', or not its crawl's owner's. */
  public static @Nullable Takedowns read(Entry entry) {
    if (!isSound(entry)) {
      return null;
    }
    byte[] body = entry.body();
    CrawlId crawl = crawl(body);
    byte[] text = text(body);
    byte[] key = Arrays.copyOfRange(body, 1, 1 + PeerKeys.PUBLIC_BYTES);
    byte[] signature =
        Arrays.copyOfRange(body, 1 + PeerKeys.PUBLIC_BYTES, 1 + PeerKeys.PUBLIC_BYTES + SIGNATURE);
    return PeerKeys.isSigned(key, toSign(entry.rank(), crawl, text), signature)
        ? new Takedowns(
            crawl, entry.rank(), new String(text, StandardCharsets.UTF_8).lines().toList(), body)
        : null;
  }

  /** Whether it may be a crawl's; costs no look at the signature. */
  public static boolean isSound(Entry entry) {
    byte[] body = entry.body();
    if (body.length < HEADER
        || body[0] != KIND
        || entry.rank() < 1
        || entry.rank() > MOST_REVISIONS) {
      return false;
    }
    int plan = planLength(body);
    return plan >= 0
        && plan <= CrawlPlan.LONGEST
        && plan <= body.length - HEADER
        && body.length - HEADER - plan <= LONGEST
        && entry.id().equals(id(crawl(body)));
  }

  private static int planLength(byte[] body) {
    return ByteBuffer.wrap(body).getInt(HEADER - Integer.BYTES);
  }

  private static CrawlId crawl(byte[] body) {
    return CrawlRecord.number(
        Arrays.copyOfRange(body, 1, 1 + PeerKeys.PUBLIC_BYTES),
        Arrays.copyOfRange(body, HEADER, HEADER + planLength(body)));
  }

  private static byte[] text(byte[] body) {
    return Arrays.copyOfRange(body, HEADER + planLength(body), body.length);
  }
}
