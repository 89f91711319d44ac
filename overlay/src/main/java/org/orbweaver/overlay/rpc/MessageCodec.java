package org.orbweaver.overlay.rpc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keep.CopyTag;
import org.orbweaver.overlay.keep.RangeSums;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.task.CrawlId;

/**
 * Messages as bytes: one for the kind, then the components in their order.
 *
 * <pre>
 *   claim  | life 1 | endpoint 7 or 19 | virtual nodes n | disk 8 | incarnation 8 | credentials n |
 *   n: a number of variable length
 * </pre>
 */
final class MessageCodec {
  private static final int CLAIM_AT_LEAST = 26;

  private MessageCodec() {}

  static void write(RpcMessage message, ByteWriter out) {
    switch (message) {
      case RpcMessage.Ping(long mark, RpcMessage.Condition condition, List<PeerClaim> rumours) ->
          claims(condition(out.u8(1).i64(mark), condition), rumours);
      case RpcMessage.Pong(long mark, RpcMessage.Condition condition, List<PeerClaim> rumours) ->
          claims(condition(out.u8(2).i64(mark), condition), rumours);
      case RpcMessage.Join(PeerClaim newcomer, Endpoint after) -> {
        claim(out.u8(3), newcomer);
        out.endpoint(after);
      }
      case RpcMessage.Roster(List<PeerClaim> members) -> claims(out.u8(4), members);
      case RpcMessage.FindNode find -> out.u8(5).key(find.key());
      case RpcMessage.Nodes(List<PeerClaim> closest) -> claims(out.u8(6), closest);
      case RpcMessage.FindValue(EntryId id) -> id(out.u8(7), id);
      case RpcMessage.Value(List<Entry> found) -> EntryCodec.write(out.u8(8), found);
      case RpcMessage.StoreTask(List<Entry> tasks) -> EntryCodec.write(out.u8(9), tasks);
      case RpcMessage.Stored(byte[] verdicts, List<PeerClaim> closer) ->
          claims(runs(out.u8(10), verdicts), closer);
      case RpcMessage.StoreBackup(List<Entry> entries, boolean everywhere) ->
          EntryCodec.writeCopies(out.u8(11).u8(everywhere ? 1 : 0), entries);
      case RpcMessage.DeleteBackup(List<Entry> processed) ->
          EntryCodec.write(out.u8(12), processed);
      case RpcMessage.Kept(long fingerprint) when fingerprint == 0 -> out.u8(16);
      case RpcMessage.Kept(long fingerprint) -> out.u8(13).i64(fingerprint);
      case RpcMessage.OfResults(RpcMessage.Call call) -> write(call, out.u8(17));
      case RpcMessage.RefreshTask(List<RpcMessage.Offer> offers, boolean everywhere) -> {
        out.u8(14).u8(everywhere ? 1 : 0).number(offers.size());
        offers.forEach(offer -> id(out, offer.id()).number(offer.rank()));
      }
      case RpcMessage.Wanted(byte[] bits, byte[] later) -> out.u8(15).block(bits).block(later);
      case RpcMessage.Compare(int bits, int prefix, long[] sums) -> {
        out.u8(18).u8(bits).number(prefix);
        Arrays.stream(sums).forEach(out::i64);
      }
      case RpcMessage.Differing(int ranges) -> out.u8(19).number(ranges);
      case RpcMessage.Missing(List<EntryId> ids) -> ids(out.u8(20), ids);
      case RpcMessage.Challenge(byte[] nonce, List<EntryId> ids) -> ids(out.u8(21).raw(nonce), ids);
      case RpcMessage.Tags(byte[] tags) -> out.u8(22).block(tags);
      case RpcMessage.Lend(Key name, long ticket, long rest) ->
          out.u8(32).key(name).i64(ticket).i64(rest);
      case RpcMessage.Lent(long wait, long ticket) -> out.u8(33).i64(wait).i64(ticket);
      case RpcMessage.ListPages(int since, long salt, long[] books, long[] sums) -> {
        longs(out.u8(34).number(since).i64(salt), books);
        longs(out, sums);
      }
      case RpcMessage.Chapters(List<RpcMessage.Chapter> differing) ->
          chapters(out.u8(44), differing);
      case RpcMessage.ReadPages(List<RpcMessage.Chapter> wanted) -> chapters(out.u8(45), wanted);
      case RpcMessage.Pages(List<Entry> shown) -> EntryCodec.write(out.u8(46), shown);
      case RpcMessage.Refused(byte[] signed) -> out.u8(35).block(signed);
      case RpcMessage.Declined(byte[] wanted, byte[] declined) ->
          out.u8(43).block(wanted).block(declined);
      case RpcMessage.RunTask(Entry task) -> EntryCodec.write(out.u8(40), List.of(task));
      case RpcMessage.WillRun(boolean taken) -> out.u8(41).u8(taken ? 1 : 0);
      case RpcMessage.TaskRun(EntryId id, RpcMessage.TaskRun.End end, long nanos, byte[] said) ->
          id(out.u8(42), id).u8(end.ordinal()).i64(nanos).block(said);
      case RpcMessage.SeekTasks(int room, List<EntryId> running) ->
          ids(out.u8(47).number(room), running);
      case RpcMessage.LentTasks(List<Entry> tasks, long within, String because) ->
          EntryCodec.write(
              out.u8(48).i64(within).block(because.getBytes(StandardCharsets.ISO_8859_1)), tasks);
      case RpcMessage.TakeTurn(EntryId task, Key name, long ticket, long rest) ->
          id(out.u8(49), task).key(name).i64(ticket).i64(rest);
      case RpcMessage.BringPiece(EntryId task, Entry piece) ->
          EntryCodec.write(id(out.u8(50), task), List.of(piece));
      case RpcMessage.BringResult(
              EntryId task,
              RpcMessage.TaskRun.End end,
              byte[] said,
              byte[] signature) ->
          id(out.u8(51), task).u8(end.ordinal()).block(said).block(signature);
      case RpcMessage.Taken(boolean taken) -> out.u8(52).u8(taken ? 1 : 0);
      case RpcMessage.Enquire(byte[] question) -> out.u8(38).block(question);
      case RpcMessage.Told(byte[] answer) -> out.u8(39).block(answer);
      case RpcMessage.ListResults(EntryId from, EntryId to, CrawlId crawl) ->
          id(id(out.u8(36), from), to).i64(crawl.high()).i64(crawl.low());
      case RpcMessage.Results(List<Entry> records, List<EntryId> next) -> {
        out.u8(37).number(next.size());
        next.forEach(each -> id(out, each));
        EntryCodec.write(out, records);
      }
    }
  }

  /** Null if it is not exactly one well-formed message. */
  static @Nullable RpcMessage read(ByteReader in) {
    RpcMessage message = body(in.u8(), in);
    return in.finished() ? message : null;
  }

  private static @Nullable RpcMessage body(int kind, ByteReader in) {
    return switch (kind) {
      case 1 -> new RpcMessage.Ping(in.i64(), condition(in), claims(in));
      case 2 -> new RpcMessage.Pong(in.i64(), condition(in), claims(in));
      case 3 -> new RpcMessage.Join(claim(in), in.endpoint());
      case 4 -> new RpcMessage.Roster(claims(in));
      case 5 -> new RpcMessage.FindNode(in.key());
      case 6 -> new RpcMessage.Nodes(claims(in));
      case 7 -> new RpcMessage.FindValue(id(in));
      case 8 -> new RpcMessage.Value(EntryCodec.read(in));
      case 9 -> new RpcMessage.StoreTask(EntryCodec.read(in));
      case 10 -> new RpcMessage.Stored(runs(in), claims(in));
      case 11 -> {
        boolean everywhere = in.u8() == 1;
        yield new RpcMessage.StoreBackup(EntryCodec.read(in), everywhere);
      }
      case 12 -> new RpcMessage.DeleteBackup(EntryCodec.read(in));
      case 13 -> new RpcMessage.Kept(in.i64());
      case 14 -> {
        boolean everywhere = in.u8() == 1;
        yield new RpcMessage.RefreshTask(
            list(in, 29, () -> new RpcMessage.Offer(id(in), in.number(Integer.MAX_VALUE))),
            everywhere);
      }
      case 15 ->
          new RpcMessage.Wanted(
              in.block(RpcMessage.MOST_ELEMENTS / Byte.SIZE),
              in.block(RpcMessage.MOST_ELEMENTS / Byte.SIZE));
      case 16 -> RpcMessage.Kept.HERE;
      case 17 -> ofResults(in);
      case 18 -> compare(in);
      case 19 -> new RpcMessage.Differing(in.number((1 << RangeSums.CHILDREN) - 1));
      case 20 -> new RpcMessage.Missing(ids(in, RpcMessage.Missing.MOST));
      case 21 ->
          new RpcMessage.Challenge(in.raw(CopyTag.NONCE_BYTES), ids(in, RpcMessage.Challenge.MOST));
      case 22 -> new RpcMessage.Tags(in.block(RpcMessage.Challenge.MOST * CopyTag.BYTES));
      case 32 -> new RpcMessage.Lend(in.key(), in.i64(), in.i64());
      case 33 -> new RpcMessage.Lent(in.i64(), in.i64());
      case 34 ->
          new RpcMessage.ListPages(
              in.number(Integer.MAX_VALUE),
              in.i64(),
              longs(in, RpcMessage.ListPages.MOST_BOOKS),
              longs(in, RpcMessage.ListPages.MOST_PERIODS));
      case 35 -> new RpcMessage.Refused(in.block(RpcMessage.Refused.MOST_BYTES));
      case 36 -> new RpcMessage.ListResults(id(in), id(in), new CrawlId(in.i64(), in.i64()));
      case 37 -> {
        List<EntryId> next = list(in, 28, () -> id(in));
        yield new RpcMessage.Results(EntryCodec.read(in), next);
      }
      case 38 -> new RpcMessage.Enquire(in.block(RpcMessage.Enquire.MOST_BYTES));
      case 39 -> new RpcMessage.Told(in.block(RpcMessage.Told.MOST_BYTES));
      case 40 -> runTask(in);
      case 41 -> new RpcMessage.WillRun(in.u8() == 1);
      case 42 -> taskRun(in);
      case 43 ->
          new RpcMessage.Declined(
              in.block(RpcMessage.MOST_ELEMENTS), in.block(RpcMessage.MOST_ELEMENTS));
      case 44 -> new RpcMessage.Chapters(chapters(in));
      case 45 -> new RpcMessage.ReadPages(chapters(in));
      case 46 -> new RpcMessage.Pages(EntryCodec.read(in));
      case 47 ->
          new RpcMessage.SeekTasks(
              in.number(RpcMessage.SeekTasks.MOST), ids(in, RpcMessage.SeekTasks.MOST));
      case 48 -> lentTasks(in);
      case 49 -> new RpcMessage.TakeTurn(id(in), in.key(), in.i64(), in.i64());
      case 50 -> bringPiece(in);
      case 51 -> bringResult(in);
      case 52 -> new RpcMessage.Taken(in.u8() == 1);
      default -> null;
    };
  }

  private static @Nullable RpcMessage runTask(ByteReader in) {
    List<Entry> tasks = EntryCodec.read(in);
    return tasks.size() == 1 ? new RpcMessage.RunTask(tasks.getFirst()) : null;
  }

  private static @Nullable RpcMessage taskRun(ByteReader in) {
    RpcMessage.TaskRun.End[] ends = RpcMessage.TaskRun.End.values();
    EntryId id = id(in);
    int end = in.u8();
    long nanos = in.i64();
    byte[] said = in.block(RpcMessage.TaskRun.MOST_BYTES);
    return end < ends.length ? new RpcMessage.TaskRun(id, ends[end], nanos, said) : null;
  }

  private static @Nullable RpcMessage lentTasks(ByteReader in) {
    long within = in.i64();
    String because =
        new String(in.block(RpcMessage.LentTasks.MOST_BYTES), StandardCharsets.ISO_8859_1);
    List<Entry> tasks = EntryCodec.read(in);
    return tasks.size() <= RpcMessage.SeekTasks.MOST
        ? new RpcMessage.LentTasks(tasks, within, because)
        : null;
  }

  private static @Nullable RpcMessage bringPiece(ByteReader in) {
    EntryId task = id(in);
    List<Entry> pieces = EntryCodec.read(in);
    return pieces.size() == 1 ? new RpcMessage.BringPiece(task, pieces.getFirst()) : null;
  }

  private static @Nullable RpcMessage bringResult(ByteReader in) {
    RpcMessage.TaskRun.End[] ends = RpcMessage.TaskRun.End.values();
    EntryId task = id(in);
    int end = in.u8();
    byte[] said = in.block(RpcMessage.TaskRun.MOST_BYTES);
    byte[] signature = in.block(RpcMessage.BringResult.MOST_SIGNATURE);
    return end < ends.length ? new RpcMessage.BringResult(task, ends[end], said, signature) : null;
  }

  private static RpcMessage compare(ByteReader in) {
    int bits = in.u8();
    if (bits % RangeSums.STEP != 0 || bits >= RangeSums.BITS) {
      in.fail();
    }
    int prefix = in.number((1 << Math.min(bits, RangeSums.BITS)) - 1);
    long[] sums = new long[RangeSums.CHILDREN];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = in.i64();
    }
    return new RpcMessage.Compare(bits, prefix, sums);
  }

  private static ByteWriter condition(ByteWriter out, RpcMessage.Condition condition) {
    int flags = (condition.cannotReachYou() ? 1 : 0) | (condition.takesNothing() ? 2 : 0);
    return out.i64(condition.clock()).u8(flags);
  }

  private static RpcMessage.Condition condition(ByteReader in) {
    long clock = in.i64();
    int flags = in.u8();
    return new RpcMessage.Condition(clock, (flags & 1) != 0, (flags & 2) != 0);
  }

  /** Only one of these; so a message cannot be wrapped again and again. */
  private static @Nullable RpcMessage ofResults(ByteReader in) {
    int kind = in.u8();
    RpcMessage message =
        switch (kind) {
          case 7, 11, 14, 18, 20, 21 -> body(kind, in);
          default -> null;
        };
    return message instanceof RpcMessage.Call call ? new RpcMessage.OfResults(call) : null;
  }

  private static <T> List<T> list(ByteReader in, int bytesEach, Supplier<T> element) {
    int count = in.count(bytesEach);
    if (count > RpcMessage.MOST_ELEMENTS) {
      in.fail();
    }
    List<T> elements = new ArrayList<>();
    for (int i = 0; i < count && !in.failed(); i++) {
      elements.add(element.get());
    }
    return elements;
  }

  private static void claims(ByteWriter out, List<PeerClaim> claims) {
    out.number(claims.size());
    claims.forEach(each -> claim(out, each));
  }

  private static List<PeerClaim> claims(ByteReader in) {
    return list(in, CLAIM_AT_LEAST, () -> claim(in));
  }

  private static void claim(ByteWriter out, PeerClaim claim) {
    Peer peer = claim.peer();
    out.u8(claim.life().ordinal())
        .endpoint(peer.address())
        .number(peer.virtualNodes())
        .i64(peer.disk())
        .i64(peer.incarnation())
        .block(peer.credentials().bytes());
  }

  private static PeerClaim claim(ByteReader in) {
    PeerClaim.Life[] lives = PeerClaim.Life.values();
    PeerClaim.Life life = lives[Math.min(in.u8(), lives.length - 1)];
    Endpoint address = in.endpoint();
    int virtualNodes = in.number(Peer.MOST_VIRTUAL_NODES);
    long disk = in.i64();
    long incarnation = in.i64();
    Credentials credentials = new Credentials(in.block(Credentials.MOST_BYTES));
    return new PeerClaim(new Peer(address, virtualNodes, disk, incarnation, credentials), life);
  }

  /** Verdicts are nearly all the same: how many, and which, until there are no more. */
  private static ByteWriter runs(ByteWriter out, byte[] verdicts) {
    for (int from = 0; from < verdicts.length; ) {
      int to = from + 1;
      while (to < verdicts.length && verdicts[to] == verdicts[from]) {
        to++;
      }
      out.number(to - from).u8(verdicts[from]);
      from = to;
    }
    return out.number(0);
  }

  private static byte[] runs(ByteReader in) {
    byte[] verdicts = new byte[0];
    while (!in.failed()) {
      int run = in.number(RpcMessage.MOST_ELEMENTS - verdicts.length);
      if (run == 0) {
        break;
      }
      int from = verdicts.length;
      verdicts = Arrays.copyOf(verdicts, from + run);
      int verdict = in.u8();
      if (!RpcMessage.Stored.isVerdict(verdict)) {
        in.fail();
      }
      Arrays.fill(verdicts, from, verdicts.length, (byte) verdict);
    }
    return verdicts;
  }

  private static void longs(ByteWriter out, long[] numbers) {
    out.number(numbers.length);
    Arrays.stream(numbers).forEach(out::i64);
  }

  private static long[] longs(ByteReader in, int most) {
    long[] numbers = new long[Math.min(most, in.count(Long.BYTES))];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.i64();
    }
    return numbers;
  }

  private static void chapters(ByteWriter out, List<RpcMessage.Chapter> chapters) {
    out.number(chapters.size());
    chapters.forEach(each -> longs(out.i64(each.book()).number(each.period()), each.names()));
  }

  private static List<RpcMessage.Chapter> chapters(ByteReader in) {
    return list(
        in,
        Long.BYTES + 2,
        () ->
            new RpcMessage.Chapter(
                in.i64(), in.number(Integer.MAX_VALUE), longs(in, RpcMessage.MOST_ELEMENTS)));
  }

  private static void ids(ByteWriter out, List<EntryId> ids) {
    out.number(ids.size());
    ids.forEach(id -> id(out, id));
  }

  private static List<EntryId> ids(ByteReader in, int most) {
    List<EntryId> ids = list(in, Key.BYTES + Long.BYTES, () -> id(in));
    if (ids.size() > most) {
      in.fail();
    }
    return ids;
  }

  static ByteWriter id(ByteWriter out, EntryId id) {
    return out.key(id.key()).i64(id.name());
  }

  static EntryId id(ByteReader in) {
    return new EntryId(in.key(), in.i64());
  }
}
