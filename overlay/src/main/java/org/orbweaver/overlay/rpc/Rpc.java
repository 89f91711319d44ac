package org.orbweaver.overlay.rpc;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/**
 * Calls to other peers and from them.
 *
 * <pre>
 *   | flags 1: reply, compressed | call 4 | message … |      all of it under a MessageCipher
 * </pre>
 *
 * A call is sent again, each time after twice the wait, until it is answered or its tries are used
 * up. The receiver may take its time: while it works on a call, copies of it are ignored.
 *
 * <p>Bounded: a peer has at most {@link #MOST_OPEN} calls open and at most so many in work, {@link
 * #MOST_IN_WORK_EACH} of each other peer; past that, its own fail at once and those of others are
 * dropped, to be sent again by them. How many bytes a message has unpacked is said in its header,
 * and taken from its sender's allowance before anything is unpacked.
 */
public final class Rpc {
  public static final int MOST_OPEN = 1 << 16;

  static final int HEADER = 5;
  private static final int REPLY = 1;
  private static final long FORGET_AFTER = 120_000_000_000L;

  /** Is told once: of the answer, or that there was none. */
  public interface Outcome {
    void answered(long now, RpcMessage reply);

    void silent(long now);
  }

  /** How to answer a call; the answer may come much later. */
  @FunctionalInterface
  public interface ReplyTo {
    void send(RpcMessage reply);
  }

  /** Whom calls concern. */
  @FunctionalInterface
  public interface Handler {
    void onCall(long now, Endpoint from, RpcMessage.Call request, ReplyTo replyTo);
  }

  /** What a packet was. */
  public enum Heard {
    /** Not from whom it seems to be, or senseless. */
    NOTHING,
    CALL,
    /** To a call of ours: a sign that the other listens, too. */
    ANSWER
  }

  /** How long to wait for the first answer, and how often to ask. */
  public record Patience(long firstNanos, int tries) {}

  /**
   * Messages and bytes that left, with seals but without the headers of IP and UDP; how many of
   * them only kept the list of members true; and what became of messages from others: put off are
   * calls of those who ask for more than they may.
   */
  public record Counters(
      long sent,
      long bytes,
      long membershipSent,
      long membershipBytes,
      long received,
      long refused,
      long malformed,
      long silences,
      long putOff) {}

  private record Incoming(Endpoint from, int call) {}

  /** Of one peer; a call in work waits for a disk or for other peers. */
  static final int MOST_IN_WORK_EACH = 1 << 11;

  private final Endpoint home;
  private final Outbox outbox;
  private final MessageCipher seal;
  private final RandomGenerator random;
  private final Handler handler;
  private final Map<Integer, OpenCall> open = new HashMap<>();
  private final AdmissionControl intake = new AdmissionControl();
  private final Compression compression;
  private final PriorityQueue<OpenCall> due = new PriorityQueue<>();
  private final LinkedHashMap<Incoming, Long> inWork = new LinkedHashMap<>();
  private final Map<Endpoint, Integer> inWorkEach = new HashMap<>();
  private final LinkTraffic links = new LinkTraffic();
  private long sent;
  private long bytes;
  private long membershipSent;
  private long membershipBytes;
  private long received;
  private long refused;
  private long malformed;
  private long silences;
  private long putOff;

  public Rpc(
      Endpoint home, Outbox outbox, MessageCipher seal, RandomGenerator random, Handler handler) {
    this.compression = new Compression();
    this.home = home;
    this.outbox = outbox;
    this.seal = seal;
    this.random = random;
    this.handler = handler;
  }

  /** Asks; the outcome is told later, even if nothing can be sent. */
  public void call(long now, Endpoint to, RpcMessage request, Patience patience, Outcome outcome) {
    OpenCall call = new OpenCall(random.nextInt(), to, request, patience, outcome);
    if (open.size() >= MOST_OPEN || open.putIfAbsent(call.id, call) != null) {
      call.triesLeft = 0;
      call.due = now;
    } else {
      transmit(now, call);
    }
    due.add(call);
  }

  private void transmit(long now, OpenCall call) {
    boolean again = call.triesLeft < call.tries;
    call.triesLeft--;
    call.due = now + call.wait;
    call.wait *= 2;
    Size size = send(call.to, 0, call.id, call.request);
    links.called(call.request, again, size.opened(), size.sealed());
  }

  /** Of a message that left, without its seal and with it. */
  private record Size(int opened, int sealed) {}

  private Size send(Endpoint to, int flags, int call, RpcMessage message) {
    ByteWriter body = new ByteWriter();
    MessageCodec.write(message, body);
    Compression.Packed packed = Compression.pack(message, body.toBytes());
    byte[] opened =
        new ByteWriter().u8(flags | packed.how()).i32(call).raw(packed.bytes()).toBytes();
    byte[] sealed = seal.close(to, opened);
    if (sealed.length == 0) {
      return new Size(opened.length, opened.length); // the seal sends it when hands are shaken
    }
    sent++;
    bytes += sealed.length;
    if (isMembership(message)) {
      membershipSent++;
      membershipBytes += sealed.length;
    }
    outbox.send(home, to, sealed, sealed.length);
    return new Size(opened.length, sealed.length);
  }

  private static boolean isMembership(RpcMessage message) {
    return message instanceof RpcMessage.Ping
        || message instanceof RpcMessage.Pong
        || message instanceof RpcMessage.Join
        || message instanceof RpcMessage.Roster;
  }

  /** A packet arrived. */
  public Heard onPacket(long now, Endpoint from, byte[] packet, int length) {
    byte[] opened = seal.open(from, packet, length);
    if (opened == null || opened.length < HEADER) {
      refused++;
      return Heard.NOTHING;
    }
    received++;
    ByteReader header = new ByteReader(opened, 0, HEADER);
    int flags = header.u8();
    int id = header.i32();
    if (!compression.admits(now, from, flags, opened)) {
      putOff++;
      return Heard.NOTHING; // it will be sent again
    }
    byte[] plain = Compression.unpack(flags, opened);
    RpcMessage message =
        plain == null ? null : MessageCodec.read(new ByteReader(plain, 0, plain.length));
    boolean isReply = (flags & REPLY) != 0;
    if (message instanceof RpcMessage.Answer reply && isReply) {
      Size size = new Size(opened.length, length);
      return onReply(now, from, id, reply, size) ? Heard.ANSWER : Heard.NOTHING;
    }
    if (message instanceof RpcMessage.Call call && !isReply) {
      onCall(now, from, id, call);
      return Heard.CALL;
    }
    malformed++;
    return Heard.NOTHING;
  }

  private boolean onReply(long now, Endpoint from, int id, RpcMessage.Answer reply, Size size) {
    OpenCall call = open.get(id);
    if (call == null || !call.to.equals(from)) {
      return false; // answered already, given up, or a guess
    }
    open.remove(id);
    links.answered(call.request, size.opened(), size.sealed());
    call.answered = true; // it leaves the queue when its turn comes
    call.outcome.answered(now, reply);
    return true;
  }

  private void onCall(long now, Endpoint from, int id, RpcMessage.Call request) {
    if (!intake.admits(now, from, request)) {
      putOff++;
      return; // it will ask again
    }
    forgetOld(now);
    Incoming incoming = new Incoming(from, id);
    if (inWork.size() >= MOST_OPEN
        || inWorkEach.getOrDefault(from, 0) >= MOST_IN_WORK_EACH
        || inWork.putIfAbsent(incoming, now) != null) {
      return;
    }
    inWorkEach.merge(from, 1, Integer::sum);
    handler.onCall(
        now,
        from,
        request,
        reply -> {
          if (inWork.remove(incoming) != null) {
            oneLess(from);
          }
          send(from, REPLY, id, reply);
        });
  }

  private void oneLess(Endpoint from) {
    inWorkEach.computeIfPresent(from, (peer, count) -> count == 1 ? null : count - 1);
  }

  private void forgetOld(long now) {
    var oldest = inWork.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<Incoming, Long> each = oldest.next();
      if (now - each.getValue() <= FORGET_AFTER) {
        return;
      }
      oneLess(each.getKey().from());
      oldest.remove();
    }
  }

  /** Asks again where an answer is overdue; returns when that is due next. */
  public long onTick(long now) {
    while (!due.isEmpty() && due.peek().due <= now) {
      OpenCall call = due.poll();
      if (call.answered) {
        continue;
      }
      if (call.triesLeft > 0) {
        transmit(now, call);
        due.add(call);
      } else {
        open.remove(call.id, call);
        silences++;
        call.outcome.silent(now);
      }
    }
    return due.isEmpty() ? PacketHandler.NEVER : due.peek().due;
  }

  /** What bringing links to others has cost. */
  public LinkTraffic.Figures links() {
    return links.figures();
  }

  public Counters counters() {
    return new Counters(
        sent,
        bytes,
        membershipSent,
        membershipBytes,
        received,
        refused,
        malformed,
        silences,
        putOff);
  }

  private static final class OpenCall implements Comparable<OpenCall> {
    private final int id;
    private final Endpoint to;
    private final RpcMessage request;
    private final Outcome outcome;
    private final int tries;
    private int triesLeft;
    private long wait;
    private long due;
    private boolean answered;

    OpenCall(int id, Endpoint to, RpcMessage request, Patience patience, Outcome outcome) {
      this.id = id;
      this.to = to;
      this.request = request;
      this.outcome = outcome;
      this.tries = patience.tries();
      this.triesLeft = tries;
      this.wait = patience.firstNanos();
    }

    @Override
    public int compareTo(OpenCall other) {
      int order = Long.compare(due, other.due);
      return order != 0 ? order : Integer.compare(id, other.id);
    }
  }
}
