package org.orbweaver.overlay.post;

import java.util.ArrayList;
import java.util.Arrays;
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
      case Message.Value(List<Entry> found) -> EntryCodec.write(out.u8(8), found);
      case Message.StoreTask(List<Entry> tasks) -> EntryCodec.write(out.u8(9), tasks);
      case Message.Stored(byte[] verdicts, List<Claim> closer) ->
          claims(runs(out.u8(10), verdicts), closer);
      case Message.StoreBackup(List<Entry> entries, boolean everywhere) ->
          EntryCodec.write(out.u8(11).u8(everywhere ? 1 : 0), entries);
      case Message.DeleteBackup(List<Entry> processed) -> EntryCodec.write(out.u8(12), processed);
      case Message.Kept(long fingerprint) when fingerprint == 0 -> out.u8(16);
      case Message.Kept(long fingerprint) -> out.u8(13).i64(fingerprint);
      case Message.OfResults(Message call) -> write(call, out.u8(17));
      case Message.RefreshTask(List<Message.Offer> offers, boolean everywhere) -> {
        out.u8(14).u8(everywhere ? 1 : 0).number(offers.size());
        offers.forEach(offer -> id(out, offer.id()).number(offer.rank()).number(offer.mark()));
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
      case 8 -> new Message.Value(EntryCodec.read(in));
      case 9 -> new Message.StoreTask(EntryCodec.read(in));
      case 10 -> new Message.Stored(runs(in), claims(in));
      case 11 -> {
        boolean everywhere = in.u8() == 1;
        yield new Message.StoreBackup(EntryCodec.read(in), everywhere);
      }
      case 12 -> new Message.DeleteBackup(EntryCodec.read(in));
      case 13 -> new Message.Kept(in.i64());
      case 14 -> {
        boolean everywhere = in.u8() == 1;
        yield new Message.RefreshTask(
            list(
                in,
                30,
                () ->
                    new Message.Offer(
                        id(in), in.number(EntryCodec.HIGHEST_RANK), in.number(0xFFFF))),
            everywhere);
      }
      case 15 -> new Message.Wanted(in.block(Message.MOST_ELEMENTS));
      case 16 -> Message.Kept.HERE;
      case 17 -> ofResults(in);
      case 32 -> new Message.Lend(in.key(), in.i64(), in.i64());
      case 33 -> new Message.Lent(in.i64(), in.i64());
      default -> null;
    };
  }

  /** Only one of three; so a message cannot be wrapped again and again. */
  private static @Nullable Message ofResults(ByteReader in) {
    int kind = in.u8();
    Message call = kind == 7 || kind == 11 || kind == 14 ? body(kind, in) : null;
    return call == null ? null : new Message.OfResults(call);
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
      int run = in.number(Message.MOST_ELEMENTS - verdicts.length);
      if (run == 0) {
        break;
      }
      int from = verdicts.length;
      verdicts = Arrays.copyOf(verdicts, from + run);
      Arrays.fill(verdicts, from, verdicts.length, (byte) in.u8());
    }
    return verdicts;
  }

  static ByteWriter id(ByteWriter out, EntryId id) {
    return out.key(id.key()).i64(id.name());
  }

  static EntryId id(ByteReader in) {
    return new EntryId(in.key(), in.i64());
  }
}
