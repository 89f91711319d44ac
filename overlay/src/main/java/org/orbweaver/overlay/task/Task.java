package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * One URI of one crawl, in the round that it was queued for last or was last done in.
 *
 * <p>There is one entry for it whatever the round, so that a crawl of every day does not grow by
 * its size every day. The round dominates the rank: a page queued for the next round outranks what
 * came of the one before, and carries it along ({@link RoundOutcome}), so that it is asked for
 * conditionally whoever fetched it last. What it was before becomes {@link PastResult history}.
 *
 * <p>Where it stands in the key space every peer knows, whether or not it knows this kind of URI:
 * {@code scheme://host/…} stands with the others of its host, anything else carries its key along.
 *
 * @param depth how many links lie between it and a seed; small ones are run first
 * @param way whether that many matter
 * @param marks a byte for the kind of task: what whoever found it knew about it
 * @param level of the part of its host in which the task is kept
 * @param own the key of what has no host; null for what stands with its host
 * @param note a short text for the kind of task, likewise: printable ASCII, or empty. Nothing of
 *     the overlay depends on it, and of two that differ in it alone the first stands. Its first
 *     word goes wherever the task goes; the rest only to who does the task, and with what came of
 *     it to all: nine of ten links are known where they are sent to, so it must cost little
 */
public record Task(
    CrawlId crawl,
    int round,
    int depth,
    Way way,
    int marks,
    int level,
    @Nullable Key own,
    String uri,
    String note) {
  public static final int LONGEST_URI = 2048;
  public static final int LONGEST_NOTE = 1024;
  public static final int DEEPEST = 0x3FFF;
  public static final int HIGHEST_DEPTH_AND_WAY = Way.SHORTER.ordinal() << 14 | DEEPEST;
  public static final int HIGHEST_MARKS = 0xFF;

  /** Ranks of one round. */
  private static final int RANKS = 1 << 5;

  /** With one a minute, that is after 127 years. */
  public static final int LATEST_ROUND = Integer.MAX_VALUE / RANKS - 1;

  /**
   * A queued task's {@linkplain #state rank within its round} is the number of attempts that
   * failed; so the count is on r disks and survives whoever made them.
   */
  public static final int MOST_ATTEMPTS = 16;

  /** A name only: the task itself is kept in a part of its host that came before and is full. */
  public static final int ELSEWHERE = MOST_ATTEMPTS;

  /** A processed one's: it beats the queued copies of whoever missed the news, and names. */
  public static final int PROCESSED = ELSEWHERE + 1;

  /** What came of a task, without what is in pieces. */
  public static final int LONGEST_RESULT = 64 << 10;

  /** In place of a level: the task's own key follows. */
  private static final int OWN_KEY = 0x7F;

  private static final byte KIND = 1;
  private static final Way[] WAYS = Way.values();
  private static final int HEADER = 1 + 16 + 4 + 2 + 1 + 1;

  public Task {
    if (own != null && level != 0) {
      throw new IllegalArgumentException("only hosts have parts");
    }
  }

  /** A seed in the first round of a crawl. */
  public static Task of(CrawlId crawl, String uri) {
    return of(crawl, uri, null);
  }

  /**
   * The same.
   *
   * @param key of what has no host; null for its hash
   */
  public static Task of(CrawlId crawl, String uri, @Nullable Key key) {
    return new Task(crawl, 0, 0, Way.ANY, 0, 0, ownKey(uri, key), uri, "");
  }

  /** What this one leads to. In which round it is visited says who answers for it. */
  public Task child(FoundLink link) {
    int deep = Math.min(DEEPEST, depth + link.further());
    Key key = ownKey(link.uri(), link.key());
    String about = isNote(link.note()) ? link.note() : "";
    return new Task(crawl, 0, deep, link.way(), link.marks(), 0, key, link.uri(), about);
  }

  private static @Nullable Key ownKey(String uri, @Nullable Key key) {
    return !TaskKey.host(uri).isEmpty() ? null : key == null ? TaskKey.sha1(uri) : key;
  }

  public Task inRound(int other) {
    return new Task(crawl, other, depth, way, marks, level, own, uri, note);
  }

  public Task atDepth(int other) {
    return new Task(crawl, round, other, way, marks, level, own, uri, note);
  }

  /** The task of following the page's links once more, because this way to it is shorter. */
  public Task asShorterWay() {
    return new Task(crawl, round, depth, Way.SHORTER, marks, level, own, uri, note);
  }

  public Task marked(int other) {
    return new Task(crawl, round, depth, way, other, level, own, uri, note);
  }

  /**
   * @throws IllegalArgumentException if the note is none
   */
  public Task noted(String other) {
    if (!isNote(other)) {
      throw new IllegalArgumentException("no note of a task: " + other);
    }
    return new Task(crawl, round, depth, way, marks, level, own, uri, other);
  }

  /** As a copy of it that only waits to be done is sent to those who keep one for the primary. */
  public String briefNote() {
    int space = note.indexOf(' ');
    return space < 0 ? note : note.substring(0, space);
  }

  /** Whether a task may carry that along. */
  public static boolean isNote(String text) {
    return text.length() <= LONGEST_NOTE && text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  /** The same task kept in a part of another level; what has no host has no parts. */
  public Task at(int otherLevel) {
    return own != null
        ? this
        : new Task(crawl, round, depth, way, marks, otherLevel, null, uri, note);
  }

  /** The entry of this task waiting to be run. */
  public Entry queued() {
    return entry(0, new byte[0]);
  }

  /** The entry of this task waiting to be run once more, in a round after that of its outcome. */
  public Entry queuedAfter(@Nullable RoundOutcome last) {
    return entry(0, last == null ? new byte[0] : last.bytes());
  }

  /** The entry of this task done, with what came of it. */
  public Entry processed(Authorship by, byte[] result) {
    ByteBuffer both = ByteBuffer.allocate(by.length() + result.length);
    by.write(both);
    return entry(PROCESSED, both.put(result).array());
  }

  /** The entry that says it is known. */
  public Entry elsewhere() {
    return inRound(0).noted("").entry(ELSEWHERE, new byte[0]);
  }

  /**
   * The entry of this task in that state.
   *
   * @param rest what follows the task, see {@link #outcome}
   */
  public Entry entry(int state, byte[] rest) {
    return new Entry(id(), round * RANKS + state, body(rest));
  }

  /** How far a task's entry is within its round: attempts, {@link #ELSEWHERE} or done. */
  public static int state(Entry entry) {
    return entry.rank() % RANKS;
  }

  /** Whether a task's entry says that it waits to be run. */
  public static boolean isQueued(Entry entry) {
    return state(entry) < ELSEWHERE;
  }

  /** Whether a task's entry says what came of it. */
  public static boolean isProcessed(Entry entry) {
    return state(entry) == PROCESSED;
  }

  public EntryId id() {
    Key page = TaskKey.sha1(uri);
    return new EntryId(own == null ? TaskKey.of(uri, page, level) : own, name(page));
  }

  /**
   * A number for (crawl, URI), wherever the task is kept; of a shorter way, for its length too. It
   * holds the 64 bits of SHA-1(URI) that a page's key lacks.
   */
  public long name() {
    return name(TaskKey.sha1(uri));
  }

  private long name(Key page) {
    long visit = (crawl.high() ^ crawl.low()) * 0x9E3779B97F4A7C15L;
    visit ^= way == Way.SHORTER ? (depth + 1L) << 32 : 0;
    visit = (visit ^ visit >>> 32 ^ crawl.low()) * 0xD6E8FEB86659FD93L;
    return page.high() ^ visit ^ visit >>> 32;
  }

  /** The part of its host that it is in; null for what has no host. */
  public @Nullable HostPart part() {
    return own == null ? TaskKey.part(uri, level) : null;
  }

  /**
   * All that its entry says behind the task itself: of a processed one who says what came of it,
   * and that; of one queued again, its last {@link RoundOutcome}; otherwise nothing.
   */
  public byte[] outcome(Entry entry) {
    return Arrays.copyOfRange(entry.body(), rest(entry.body()), entry.body().length);
  }

  /** What came of it, as the entry of a processed one says; nothing otherwise. */
  public byte[] result(Entry entry) {
    ByteBuffer in = ByteBuffer.wrap(outcome(entry));
    if (!isProcessed(entry) || Authorship.read(in) == null) {
      return new byte[0];
    }
    byte[] result = new byte[in.remaining()];
    in.get(result);
    return result;
  }

  /** Who says what came of it; null if it is not processed. */
  public @Nullable Authorship authorship(Entry entry) {
    return isProcessed(entry) ? Authorship.read(ByteBuffer.wrap(outcome(entry))) : null;
  }

  /** The entry of this task done that has that body. */
  Entry record(byte[] body) {
    return new Entry(id(), round * RANKS + PROCESSED, body);
  }

  /** Whether an entry is a task's, under its ID, with a rank and a length that tasks have. */
  public static boolean isSound(Entry entry) {
    Task task = of(entry);
    if (task == null
        || entry.rank() < 0
        || entry.rank() / RANKS != task.round
        || !task.id().equals(entry.id())) {
      return false;
    }
    int rest = entry.body().length - rest(entry.body());
    return switch (state(entry)) {
      case PROCESSED ->
          rest <= Authorship.LONGEST + LONGEST_RESULT && task.authorship(entry) != null;
      case ELSEWHERE ->
          rest == 0 && task.note.isEmpty() && task.round == 0 && task.level() >= HostPart.STEP;
      default -> isQueued(entry) && (rest == 0 || RoundOutcome.isSoundIn(task, entry));
    };
  }

  /**
   * <pre>
   *   | kind 1 | crawl 16 | round 4 | way, depth 2 | marks 1 | level 1 | (key 20) | URI | 0 | note | 0 |
   *                                 of one that is processed: | authorship | result … |
   *                                 of one that is queued again: | round 4 | authorship | result … |
   * </pre>
   *
   * In the order of their bytes, tasks that have much in common are neighbours.
   */
  private byte[] body(byte[] result) {
    byte[] text = uri.getBytes(StandardCharsets.UTF_8);
    byte[] about = note.getBytes(StandardCharsets.US_ASCII);
    int key = own == null ? 0 : Key.BYTES;
    ByteBuffer body =
        ByteBuffer.allocate(HEADER + key + text.length + 1 + about.length + 1 + result.length)
            .put(KIND)
            .putLong(crawl.high())
            .putLong(crawl.low())
            .putInt(round)
            .putShort((short) depthAndWay())
            .put((byte) marks)
            .put((byte) (own == null ? level : OWN_KEY));
    if (own != null) {
      own.write(body.array(), HEADER);
      body.position(HEADER + key);
    }
    return body.put(text).put((byte) 0).put(about).put((byte) 0).put(result).array();
  }

  /**
   * The task an entry is about, or null if it is about something else. That the entry has the ID of
   * the task is checked where entries come in.
   */
  public static @Nullable Task of(Entry entry) {
    return read(entry.body());
  }

  /** Whether an entry's body claims to be a task. */
  public static boolean isTask(byte[] body) {
    return body.length >= HEADER && body[0] == KIND;
  }

  /** The task in an entry's body; null if it is none, or malformed. */
  public static @Nullable Task read(byte[] body) {
    if (!isTask(body)) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(body);
    in.get();
    CrawlId crawl = new CrawlId(in.getLong(), in.getLong());
    int round = in.getInt();
    int depthAndWay = in.getShort() & 0xFFFF;
    int marks = in.get() & HIGHEST_MARKS;
    int level = in.get();
    int from = start(body);
    int length = end(body, from) - from;
    int about = from + length + 1;
    int aboutLength = end(body, about) - about;
    if (round < 0
        || round > LATEST_ROUND
        || depthAndWay > HIGHEST_DEPTH_AND_WAY
        || level < 0
        || (level > TaskKey.HIGHEST_LEVEL && level != OWN_KEY)
        || (level != OWN_KEY && level % HostPart.STEP != 0)
        || length < 0
        || length > LONGEST_URI
        || aboutLength > LONGEST_NOTE
        || about + aboutLength >= body.length) { // it may end before the key it promises
      return null;
    }
    String uri = new String(body, from, length, StandardCharsets.UTF_8);
    String note = new String(body, about, aboutLength, StandardCharsets.ISO_8859_1);
    Key own = level == OWN_KEY ? Key.read(body, HEADER) : null;
    return isPlausible(uri, own) && isNote(note)
        ? new Task(
            crawl,
            round,
            depthAndWay & DEEPEST,
            way(depthAndWay),
            marks,
            own == null ? level : 0,
            own,
            uri,
            note)
        : null;
  }

  /** Both in sixteen bits. */
  public int depthAndWay() {
    return way.ordinal() << 14 | depth;
  }

  public static Way way(int depthAndWay) {
    return WAYS[depthAndWay >>> 14];
  }

  /** Whether such a task can be: it has a host or a key of its own, never both. */
  public static boolean isPlausible(String uri, @Nullable Key own) {
    return Plausible.uri(uri) && TaskKey.host(uri).isEmpty() == (own != null);
  }

  private static int start(byte[] body) {
    return HEADER + (body[HEADER - 1] == OWN_KEY ? Key.BYTES : 0);
  }

  /** Where what follows the task begins. */
  private static int rest(byte[] body) {
    return end(body, end(body, start(body)) + 1) + 1;
  }

  /** Where a text ends: at the first zero, which neither a URI nor a note contains. */
  private static int end(byte[] body, int from) {
    int end = from;
    while (end < body.length && body[end] != 0) {
      end++;
    }
    return end;
  }
}
