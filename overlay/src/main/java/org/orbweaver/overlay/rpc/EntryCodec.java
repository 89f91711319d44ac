package org.orbweaver.overlay.rpc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Plausible;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * Entries as bytes. Nearly all are tasks, and those of a message are alike: so they go in columns,
 * what several in a row share is said once, and of a URI only what the one before did not begin
 * with. What is left compresses well, because like stands beside like.
 *
 * <pre>
 *   | tasks n | runs …                   | shared n, of each | rests of URIs … | notes | results … |
 *   | run     | tasks n | state 1 | crawl 16 | round n | depth and way n | marks 1 | level 1 |
 *   | rest    | bytes, with common escapes as one | 0 |
 *   | notes   | notes n | each: length n | bytes |, and if there are any: which n, of each task |
 *   | result  | length n | bytes |       of those that are not queued for their first round
 *   | key 20  |                          of those that have their own
 *   | others n | each: rank n | length n | body | ID 28 |
 *   n: a number of variable length
 * </pre>
 *
 * A task's ID follows from its content and is not sent: a receiver that computes it cannot be told
 * a false one.
 */
final class EntryCodec {
  private static final int OWN_KEY = 0x7F;
  private static final int OTHER_AT_LEAST = 30;
  private static final int TASK_AT_LEAST = 2;

  /** Each kind knows which ranks it has; of what is drawn of a budget there is no end. */
  static final int HIGHEST_RANK = Integer.MAX_VALUE;

  /** What sharing may blow a message up to. */
  private static final int MOST_URI_BYTES = 4 << 20;

  /** What tasks in a row have in common. */
  private record Head(int state, CrawlId crawl, int round, int depthAndWay, int marks, int level) {
    static Head of(Entry entry, Task task) {
      int level = task.own() == null ? task.level() : OWN_KEY;
      return new Head(
          Task.state(entry), task.crawl(), task.round(), task.depthAndWay(), task.marks(), level);
    }

    void write(ByteWriter out) {
      out.u8(state)
          .i64(crawl.high())
          .i64(crawl.low())
          .number(round)
          .number(depthAndWay)
          .u8(marks)
          .u8(level);
    }

    static Head read(ByteReader in) {
      int state = in.u8();
      CrawlId crawl = new CrawlId(in.i64(), in.i64());
      int round = in.number(Task.LATEST_ROUND);
      int depthAndWay = in.number(Task.HIGHEST_DEPTH_AND_WAY);
      int marks = in.u8();
      int level = in.u8();
      if (state > Task.PROCESSED || (level > TaskKey.HIGHEST_LEVEL && level != OWN_KEY)) {
        in.fail();
      }
      return new Head(state, crawl, round, depthAndWay, marks, level);
    }

    boolean hasOwnKey() {
      return level == OWN_KEY;
    }

    Entry entry(@Nullable Key own, String uri, String note, byte[] result) {
      int part = own == null ? level : 0;
      int depth = depthAndWay & Task.DEEPEST;
      return new Task(crawl, round, depth, Task.way(depthAndWay), marks, part, own, uri, note)
          .entry(state, result);
    }

    /** Whether something follows the task. */
    boolean hasOutcome() {
      return state >= Task.ELSEWHERE || round > 0;
    }
  }

  private EntryCodec() {}

  static void write(ByteWriter out, List<Entry> entries) {
    write(out, entries, false);
  }

  /**
   * As copies for the sake of safety: of what waits for its first visit without all of its note.
   */
  static void writeCopies(ByteWriter out, List<Entry> entries) {
    write(out, entries, true);
  }

  private static void write(ByteWriter out, List<Entry> entries, boolean copies) {
    List<Entry> tasks = new ArrayList<>(entries.size());
    List<Task> read = new ArrayList<>(entries.size());
    List<Entry> others = new ArrayList<>();
    for (Entry entry : entries) {
      Task task = Task.of(entry);
      if (task == null) {
        others.add(entry);
      } else {
        tasks.add(entry);
        read.add(task);
      }
    }
    writeTasks(out, tasks, read, copies);
    out.number(others.size());
    for (Entry entry : others) {
      out.number(entry.rank()).block(entry.body());
      MessageCodec.id(out, entry.id());
    }
  }

  private static void writeTasks(
      ByteWriter out, List<Entry> entries, List<Task> tasks, boolean copies) {
    out.number(tasks.size());
    for (int from = 0; from < tasks.size(); ) {
      Head head = Head.of(entries.get(from), tasks.get(from));
      int to = from + 1;
      while (to < tasks.size() && head.equals(Head.of(entries.get(to), tasks.get(to)))) {
        to++;
      }
      head.write(out.number(to - from));
      from = to;
    }
    ByteWriter rests = new ByteWriter();
    byte[] before = {};
    for (Task task : tasks) {
      byte[] uri = task.uri().getBytes(StandardCharsets.UTF_8);
      int mismatch = Arrays.mismatch(before, uri);
      int shared = mismatch < 0 ? uri.length : mismatch;
      out.number(shared);
      Escapes.write(rests, uri, shared);
      rests.u8(0);
      before = uri;
    }
    out.raw(rests.toBytes());
    List<String> notes = new ArrayList<>(tasks.size());
    for (int i = 0; i < tasks.size(); i++) {
      boolean brief = copies && !Head.of(entries.get(i), tasks.get(i)).hasOutcome();
      notes.add(brief ? tasks.get(i).briefNote() : tasks.get(i).note());
    }
    writeNotes(out, notes);
    for (int i = 0; i < tasks.size(); i++) {
      Key own = tasks.get(i).own();
      if (own != null) {
        out.key(own);
      }
      if (Head.of(entries.get(i), tasks.get(i)).hasOutcome()) {
        out.block(tasks.get(i).outcome(entries.get(i)));
      }
    }
  }

  /**
   * Most of the links in a message were found on a few pages: what is said of these is said once.
   */
  private static void writeNotes(ByteWriter out, List<String> notes) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    for (String note : notes) {
      if (!note.isEmpty()) {
        numbers.putIfAbsent(note, numbers.size() + 1);
      }
    }
    out.number(numbers.size());
    numbers.keySet().forEach(out::text);
    if (!numbers.isEmpty()) {
      notes.forEach(note -> out.number(numbers.getOrDefault(note, 0)));
    }
  }

  /** Of each task; the same text for many, but each will be kept for itself. */
  private static List<String> notes(ByteReader in, int tasks) {
    int count = in.number(tasks);
    List<String> different = new ArrayList<>(List.of(""));
    for (int i = 0; i < count && !in.failed(); i++) {
      String note = in.text(Task.LONGEST_NOTE);
      different.add(note);
      if (note.isEmpty() || !Task.isNote(note)) {
        in.fail();
      }
    }
    List<String> notes = new ArrayList<>();
    long total = 0;
    for (int i = 0; i < tasks && !in.failed(); i++) {
      String note = different.get(count == 0 ? 0 : in.number(count));
      total += note.length();
      notes.add(note);
    }
    if (total > MOST_URI_BYTES) {
      in.fail();
    }
    return notes;
  }

  /** Tasks first, then the others; each in their order. */
  static List<Entry> read(ByteReader in) {
    List<Entry> entries = new ArrayList<>();
    readTasks(in, entries);
    int others = in.count(OTHER_AT_LEAST);
    if (entries.size() + others > RpcMessage.MOST_ELEMENTS) {
      in.fail();
    }
    for (int i = 0; i < others && !in.failed(); i++) {
      int rank = in.number(HIGHEST_RANK);
      byte[] body = in.block(Entry.MOST_BYTES);
      EntryId id = MessageCodec.id(in);
      add(in, entries, new Entry(id, rank, body));
    }
    return entries;
  }

  /** Only what is of one of the kinds there are, with the ID, the rank and the size they have. */
  private static void add(ByteReader in, List<Entry> entries, Entry entry) {
    if (!in.failed() && EntryKind.isSound(entry)) {
      entries.add(entry);
    } else {
      in.fail();
    }
  }

  private static void readTasks(ByteReader in, List<Entry> entries) {
    int count = in.count(TASK_AT_LEAST);
    if (count > RpcMessage.MOST_ELEMENTS) {
      in.fail();
    }
    List<Head> heads = new ArrayList<>();
    while (heads.size() < count && !in.failed()) {
      int run = in.number(count - heads.size());
      Head head = Head.read(in);
      if (run == 0) {
        in.fail();
      }
      for (int i = 0; i < run; i++) {
        heads.add(head);
      }
    }
    List<String> uris = uris(in, count);
    List<String> notes = notes(in, count);
    for (int i = 0; i < count && !in.failed(); i++) {
      Head head = heads.get(i);
      Key own = head.hasOwnKey() ? in.key() : null;
      byte[] result = head.hasOutcome() ? in.block(Entry.MOST_BYTES) : new byte[0];
      if (!in.failed() && Task.isPlausible(uris.get(i), own)) {
        add(in, entries, head.entry(own, uris.get(i), notes.get(i), result));
      } else {
        in.fail();
      }
    }
  }

  private static List<String> uris(ByteReader in, int count) {
    int[] shared = new int[in.failed() ? 0 : count];
    for (int i = 0; i < shared.length; i++) {
      shared[i] = in.number(Task.LONGEST_URI);
    }
    List<String> uris = new ArrayList<>(shared.length);
    byte[] uri = {};
    int total = 0;
    for (int i = 0; i < shared.length && !in.failed(); i++) {
      byte[] rest = in.rawUntilZero(Task.LONGEST_URI);
      if (shared[i] > uri.length) {
        in.fail();
        break;
      }
      uri = Escapes.read(uri, shared[i], rest);
      total += uri.length;
      String text = new String(uri, StandardCharsets.UTF_8);
      if (uri.length > Task.LONGEST_URI || total > MOST_URI_BYTES || !Plausible.uri(text)) {
        in.fail();
      }
      uris.add(text);
    }
    return uris;
  }
}
