package org.orbweaver.overlay.post;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.swarm.Claim;
import org.orbweaver.overlay.swarm.Credentials;
import org.orbweaver.overlay.swarm.Peer;
import org.orbweaver.overlay.task.Task;

/**
 * Messages as bytes: one for the kind, then the components in their order.
 *
 * <pre>
 *   claim  | life 1 | endpoint 7 or 19 | virtual nodes n | disk 8 | incarnation 8 | credentials n |
 *   entry  | rank n | length n | body | ID 28, unless the body is a task |
 *   n: a number of variable length
 * </pre>
 *
 * A task's ID follows from its body, so links cost their URI and little else; and a receiver that
 * computes it cannot be told a false one.
 */
final class MessageCodec {
  private static final int ENTRY_AT_LEAST = 3;
  private static final int CLAIM_AT_LEAST = 26;
  private static final int HIGHEST_RANK = 1 << 20;

  private MessageCodec() {}

  static void write(Message message, ByteWriter out) {
    switch (message) {
      case Message.Ping(long fingerprint, List<Claim> rumours) ->
          claims(out.u8(1).i64(fingerprint), rumours);
      case Message.Pong(long fingerprint, List<Claim> rumours) ->
          claims(out.u8(2).i64(fingerprint), rumours);
      case Message.Join(Claim newcomer) -> claim(out.u8(3), newcomer);
      case Message.Roster(List<Claim> members) -> claims(out.u8(4), members);
      case Message.FindNode find -> out.u8(5).key(find.key());
      case Message.Nodes(List<Claim> closest) -> claims(out.u8(6), closest);
      case Message.FindValue(EntryId id) -> id(out.u8(7), id);
      case Message.Value(List<Entry> found) -> entries(out.u8(8), found);
      case Message.StoreTask(List<Entry> tasks) -> entries(out.u8(9), tasks);
      case Message.Stored(byte[] verdicts, List<Claim> closer) ->
          claims(out.u8(10).block(verdicts), closer);
      case Message.StoreBackup(List<Entry> entries, boolean everywhere) ->
          entries(out.u8(11).u8(everywhere ? 1 : 0), entries);
      case Message.DeleteBackup(List<Entry> processed) -> entries(out.u8(12), processed);
      case Message.Kept(long fingerprint) -> out.u8(13).i64(fingerprint);
      case Message.RefreshTask(List<Message.Offer> offers) -> {
        out.u8(14).number(offers.size());
        offers.forEach(offer -> id(out, offer.id()).number(offer.rank()));
      }
      case Message.Wanted(byte[] bits) -> out.u8(15).block(bits);
      case Message.Lend(Key name, long ticket, long rest) ->
          out.u8(32).key(name).i64(ticket).i64(rest);
      case Message.Lent(long wait, long ticket) -> out.u8(33).i64(wait).i64(ticket);
    }
  }

  /** Null if it is not exactly one well-formed message. */
  static @Nullable Message read(ByteReader in) {
    Message message = body(in.u8(), in);
    return in.finished() ? message : null;
  }

  private static @Nullable Message body(int kind, ByteReader in) {
    return switch (kind) {
      case 1 -> new Message.Ping(in.i64(), claims(in));
      case 2 -> new Message.Pong(in.i64(), claims(in));
      case 3 -> new Message.Join(claim(in));
      case 4 -> new Message.Roster(claims(in));
      case 5 -> new Message.FindNode(in.key());
      case 6 -> new Message.Nodes(claims(in));
      case 7 -> new Message.FindValue(id(in));
      case 8 -> new Message.Value(entries(in));
      case 9 -> new Message.StoreTask(entries(in));
      case 10 -> new Message.Stored(in.block(Message.MOST_ELEMENTS), claims(in));
      case 11 -> {
        boolean everywhere = in.u8() == 1;
        yield new Message.StoreBackup(entries(in), everywhere);
      }
      case 12 -> new Message.DeleteBackup(entries(in));
      case 13 -> new Message.Kept(in.i64());
      case 14 ->
          new Message.RefreshTask(
              list(in, 29, () -> new Message.Offer(id(in), in.number(HIGHEST_RANK))));
      case 15 -> new Message.Wanted(in.block(Message.MOST_ELEMENTS));
      case 32 -> new Message.Lend(in.key(), in.i64(), in.i64());
      case 33 -> new Message.Lent(in.i64(), in.i64());
      default -> null;
    };
  }

  private static <T> List<T> list(ByteReader in, int bytesEach, Supplier<T> element) {
    int count = in.count(bytesEach);
    if (count > Message.MOST_ELEMENTS) {
      in.fail();
    }
    List<T> elements = new ArrayList<>();
    for (int i = 0; i < count && !in.failed(); i++) {
      elements.add(element.get());
    }
    return elements;
  }

  private static void claims(ByteWriter out, List<Claim> claims) {
    out.number(claims.size());
    claims.forEach(each -> claim(out, each));
  }

  private static List<Claim> claims(ByteReader in) {
    return list(in, CLAIM_AT_LEAST, () -> claim(in));
  }

  private static void claim(ByteWriter out, Claim claim) {
    Peer peer = claim.peer();
    out.u8(claim.life().ordinal())
        .endpoint(peer.address())
        .number(peer.virtualNodes())
        .i64(peer.disk())
        .i64(peer.incarnation())
        .block(peer.credentials().bytes());
  }

  private static Claim claim(ByteReader in) {
    Claim.Life[] lives = Claim.Life.values();
    Claim.Life life = lives[Math.min(in.u8(), lives.length - 1)];
    Endpoint address = in.endpoint();
    int virtualNodes = in.number(Peer.MOST_VIRTUAL_NODES);
    long disk = in.i64();
    long incarnation = in.i64();
    Credentials credentials = new Credentials(in.block(Credentials.MOST_BYTES));
    return new Claim(new Peer(address, virtualNodes, disk, incarnation, credentials), life);
  }

  private static void entries(ByteWriter out, List<Entry> entries) {
    out.number(entries.size());
    for (Entry entry : entries) {
      out.number(entry.rank()).block(entry.body());
      if (!Task.isTask(entry.body())) {
        id(out, entry.id());
      }
    }
  }

  private static List<Entry> entries(ByteReader in) {
    return list(in, ENTRY_AT_LEAST, () -> entry(in));
  }

  private static Entry entry(ByteReader in) {
    int rank = in.number(HIGHEST_RANK);
    byte[] body = in.block(Entry.MOST_BYTES);
    if (!Task.isTask(body)) {
      return new Entry(id(in), rank, body);
    }
    Task task = Task.read(body);
    if (task == null) {
      in.fail();
      return new Entry(EntryId.FIRST, rank, body);
    }
    return new Entry(task.id(), rank, body);
  }

  private static ByteWriter id(ByteWriter out, EntryId id) {
    return out.key(id.key()).i64(id.name());
  }

  private static EntryId id(ByteReader in) {
    return new EntryId(in.key(), in.i64());
  }
}
