package org.orbweaver.overlay.identity;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.membership.Allowance;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.membership.SelfDescription;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.trust.Signed;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.TokenBucket;

/**
 * Makes acquaintances, and seals what passes between them; see the package for the four steps.
 *
 * <p>Peers talk only to peers of the same {@link #VERSION}: it is said in the first packet,
 * answered with the other's if that differs, and part of what the keys are derived from.
 *
 * <p>A message to a stranger waits until hands are shaken. A packet of a session nobody knows any
 * more (one of the two has restarted) is answered with five bytes that say so, and the other begins
 * anew.
 *
 * <p>Bounded in what strangers can cost: a HELLO one MAC and an answer shorter than itself; a PROOF
 * that brings no cookie two MACs; signatures are checked at most {@link #CHECKS_A_SECOND} times a
 * second in all, and {@link #CHECKS_PER_SITE} for one address. Handshakes of our own: at most
 * {@link #MOST_GREETINGS} at a time, past that none begin. On hearsay one packet is sent to an
 * address, at the teller's expense: no more bytes than came from it, never to private addresses
 * unless we are at one ourselves, and never in more than half of those places.
 */
public final class Handshakes implements MessageCipher, PeerVerifier, SelfDescription {
  /** What a seal adds to each message. */
  public static final int SEAL_BYTES = Session.OVERHEAD;

  /** To be raised with every change of what peers say to each other. */
  public static final byte VERSION = 10;

  private static final byte HELLO = 1;
  private static final byte CHALLENGE = 2;
  private static final byte PROOF = 3;
  private static final byte STRANGER = 5;
  private static final byte OTHER_VERSION = 6;
  private static final byte REFUSED = 7;
  private static final byte OPEN_A_LINE = 8;
  private static final byte OTHER_SWARM = 1;
  private static final byte OTHER_ADDRESS = 2;

  /** As long as its answer, so that nobody can use us to multiply packets. */
  private static final int HELLO_BYTES = 17 + SignedPeer.BYTES;

  private static final int PROOF_BYTES = 17 + SignedPeer.BYTES + Session.TAG;
  private static final int CHECKS_A_SECOND = 200;
  private static final int CHECKS_PER_SITE = 20;
  private static final int MOST_GREETINGS = 4096;
  private static final int MOST_ON_HEARSAY = MOST_GREETINGS / 2;
  private static final int MOST_CREDIT = 64 << 10;
  private static final int MOST_TELLERS = 1 << 14;
  private static final byte[] NOTHING = new byte[0];

  /** Is told that a member has something for this client that is too large for a datagram. */
  @FunctionalInterface
  public interface LineWanted {
    void by(Endpoint member);
  }

  /**
   * What came in and was turned away.
   *
   * @param forged sealed by nobody who could, changed, or of a session that never was
   * @param unproven handshakes without a good cookie, tag or signature
   * @param putOff signatures not checked because too many were
   * @param otherVersions handshakes with peers that speak another version
   */
  public record Counters(
      long completed,
      long forged,
      long unproven,
      long putOff,
      long otherVersions,
      long bytes,
      int known) {}

  private final PeerKeys keys;
  private final String swarm;
  private final RandomGenerator random;
  private final Outbox outbox;
  private final Cookies cookies;
  private final TokenBucket checks;
  private final Allowance checksPerSite = new Allowance(CHECKS_PER_SITE, 2.0 * CHECKS_PER_SITE);
  private final PeerSessions acquaintances = new PeerSessions();
  private final Map<Endpoint, PendingHandshake> greetings = new LinkedHashMap<>();
  private final List<Peer> met = new ArrayList<>();

  /** Bytes that came from each acquaintance and were not spent on what it told yet. */
  private final Map<Endpoint, Integer> credit = new LruMap<>(MOST_TELLERS);

  /** Whose key must answer there: somebody was invited by the one who has it. */
  private final Map<Endpoint, Key> expected = new HashMap<>();

  private final FailedHandshakes failed = new FailedHandshakes();
  private LineWanted lineWanted = member -> {};
  private int onHearsay;
  private Peer self;
  private long now;
  private long completed;
  private long forged;
  private long unproven;
  private long putOff;
  private long otherVersions;
  private long bytes;

  /**
   * @param home where it lives; {@link Peer#NOWHERE} for a client, which cannot be reached
   * @param disk the number of this peer's disk
   * @param swarm its name: peers of different ones do not understand each other
   */
  public Handshakes(
      long now,
      PeerKeys keys,
      Endpoint home,
      long disk,
      String swarm,
      Outbox outbox,
      RandomGenerator random) {
    this.now = now;
    this.keys = keys;
    this.self = SignedPeer.sign(keys, home, 0, disk, now);
    this.swarm = swarm;
    this.outbox = outbox;
    this.random = random;
    this.cookies = new Cookies(random);
    this.checks = new TokenBucket(CHECKS_A_SECOND, 2 * CHECKS_A_SECOND, now);
  }

  /** From now on this peer introduces itself so. */
  @Override
  public Peer of(long incarnation, int virtualNodes) {
    self = SignedPeer.sign(keys, self.address(), virtualNodes, self.disk(), incarnation);
    return self;
  }

  /** From now on only who has the key of that name is believed to live there. */
  public void expect(Endpoint address, Key name) {
    expected.put(address, name);
  }

  private boolean isExpected(Peer peer) {
    Key name = expected.get(peer.address());
    return name == null || name.equals(Signed.name(peer.credentials().signingKey()));
  }

  /** From now on it is told who wants a line to be opened, on the thread of the node. */
  public void onLineWanted(LineWanted listener) {
    lineWanted = listener;
  }

  /** Whether a client was met there, who may have moved on; from any thread. */
  public boolean isClient(Endpoint address) {
    return acquaintances.isClient(address);
  }

  /** Asks a client to open a line: there is something for it, and nobody else can open one. */
  public void callForLine(Endpoint client) {
    Session session = acquaintances.session(client);
    if (session != null && isClient(client)) {
      send(client, ByteBuffer.allocate(5).put(OPEN_A_LINE).putInt(session.id()).array());
    }
  }

  private void onLineWanted(Endpoint from, ByteBuffer in, int length) {
    if (self.isClient() && length == 5 && acquaintances.session(from, in.getInt()) != null) {
      lineWanted.by(from);
    }
  }

  /**
   * What a client says first on a line that it opens, {@link #SEAL_BYTES} long: a sealed nothing.
   * Where the line comes from says nothing of it, for the other end of a NAT may have given it any
   * address; null if hands were not shaken.
   */
  public byte @Nullable [] lineGreeting(Endpoint member) {
    Session session = acquaintances.session(member);
    return session == null ? null : session.close(NOTHING);
  }

  /** The client that greets so, by the address it is met at; null if it is none, or did before. */
  public @Nullable Endpoint greetedBy(byte[] greeting) {
    if (greeting.length != SEAL_BYTES || greeting[0] != Session.SEALED) {
      return null;
    }
    Endpoint client = acquaintances.client(Session.id(greeting));
    Session session = client == null ? null : acquaintances.session(client, Session.id(greeting));
    return session != null && session.open(greeting, greeting.length) != null ? client : null;
  }

  /** Whether hands were shaken with the peer there; from any thread. */
  public boolean knows(Endpoint address) {
    return acquaintances.contains(address);
  }

  /** Those met since the last call, newly or in a new run. */
  List<Peer> takeMet() {
    List<Peer> all = List.copyOf(met);
    met.clear();
    return all;
  }

  @Override
  public byte[] close(Endpoint to, byte[] message) {
    Session session = acquaintances.session(to);
    if (session != null) {
      return session.close(message);
    }
    PendingHandshake greeting = isClient(to) ? null : greet(to); // one that has moved asks again
    if (greeting != null) {
      greeting.await(message);
    }
    return NOTHING;
  }

  @Override
  public byte @Nullable [] open(Endpoint from, byte[] packet, int length) {
    if (length < Session.OVERHEAD || packet[0] != Session.SEALED) {
      forged++;
      return null;
    }
    int id = Session.id(packet);
    Session known = acquaintances.session(from, id);
    PendingHandshake greeting = greetings.get(from);
    Session fresh = known == null && greeting != null ? greeting.session() : null;
    Session session = known != null ? known : fresh;
    if (session == null || session.id() != id) {
      send(from, ByteBuffer.allocate(5).put(STRANGER).putInt(id).array());
      forged++;
      return null;
    }
    byte[] message = session.open(packet, length);
    if (message == null) {
      forged++;
    } else {
      credit.merge(from, length, (had, more) -> Math.min(MOST_CREDIT, had + more));
      if (known == null) {
        shaken(from, session, greeting);
      }
    }
    return message;
  }

  /** Peers must have been met at their address, the dead as well. */
  @Override
  public boolean vouchesFor(PeerClaim claim, Endpoint teller) {
    Peer peer = claim.peer();
    if (peer.equals(acquaintances.peer(peer.address()))) {
      return true;
    }
    if (!acquaintances.knowsKeysOf(peer)) {
      if (claim.life() == PeerClaim.Life.LIVING) {
        greetOnHearsay(peer.address(), teller);
      }
      return false;
    }
    if (!isGenuine(peer, teller)) {
      return false;
    }
    acquaintances.update(peer);
    return true;
  }

  @Override
  public @Nullable Peer client(Endpoint address) {
    Peer there = acquaintances.peer(address);
    return there != null && there.isClient() ? there : null;
  }

  @Override
  public boolean isMine(Peer peer) {
    return Arrays.equals(peer.credentials().signingKey(), keys.verifying())
        && SignedPeer.isGenuine(peer);
  }

  /**
   * @param source at whose expense the signature is checked
   */
  private boolean isGenuine(Peer peer, Endpoint source) {
    if (!mayCheck(source)) {
      return false;
    }
    boolean genuine = SignedPeer.isGenuine(peer);
    unproven += genuine ? 0 : 1;
    return genuine;
  }

  private boolean mayCheck(Endpoint source) {
    boolean may = checksPerSite.take(now, source.withPort(0), 1) && checks.tryTake(now);
    putOff += may ? 0 : 1;
    return may;
  }

  private void greetOnHearsay(Endpoint to, Endpoint teller) {
    int left = credit.getOrDefault(teller, 0);
    if (left >= HELLO_BYTES
        && onHearsay < MOST_ON_HEARSAY
        && isReachable(self.isClient() ? teller : self.address(), to)
        && !greetings.containsKey(to)) {
      PendingHandshake greeting = greet(to);
      if (greeting != null) {
        credit.put(teller, left - HELLO_BYTES);
        greeting.onHearsay();
        onHearsay++;
      }
    }
  }

  /**
   * Whether this peer, where it lives, may be made to send something there. A client does not know
   * where it lives: of private addresses it believes only who is at one itself.
   */
  private static boolean isReachable(Endpoint home, Endpoint to) {
    return to.isGlobal()
        || (to.port() != 0
            && (isLoopback(home) && isLoopback(to) || isPrivate(home) && isPrivate(to)));
  }

  private static boolean isLoopback(Endpoint address) {
    return address.isIpv4()
        ? address.ipv4() >>> 24 == 127
        : address.high() == 0 && address.low() == 1;
  }

  /** RFC 1918, 3927, 4193, 4291, 6598. */
  private static boolean isPrivate(Endpoint address) {
    if (!address.isIpv4()) {
      return address.high() >>> 57 == 0xFC >>> 1 || address.high() >>> 54 == 0xFE80 >>> 6;
    }
    int ip = address.ipv4();
    return ip >>> 24 == 10
        || ip >>> 20 == 0xAC1
        || ip >>> 16 == 0xC0A8
        || ip >>> 16 == 0xA9FE
        || ip >>> 22 == 0x6440 >>> 6;
  }

  /** The handshake with that peer, begun if none is under way; null if there are too many. */
  private @Nullable PendingHandshake greet(Endpoint to) {
    PendingHandshake running = greetings.get(to);
    if (running != null) {
      return running;
    }
    if (greetings.size() >= MOST_GREETINGS
        || !acquaintances.hasRoomFor(now, to)
        || to.equals(self.address())) {
      return null;
    }
    long nonce = random.nextLong();
    byte[] hello = ByteBuffer.allocate(HELLO_BYTES).put(HELLO).putLong(nonce).put(VERSION).array();
    PendingHandshake greeting = new PendingHandshake(now, nonce, hello);
    greetings.put(to, greeting);
    send(to, hello);
    return greeting;
  }

  private void send(Endpoint to, byte[] packet) {
    bytes += packet.length;
    outbox.send(self.address(), to, packet, packet.length);
  }

  /** Whether the packet is part of a handshake; if so, it is dealt with. */
  boolean onPacket(long at, Endpoint from, byte[] packet, int length) {
    now = at;
    if (length == 0) {
      return false;
    }
    ByteBuffer in = ByteBuffer.wrap(packet, 1, length - 1);
    switch (packet[0]) {
      case HELLO -> onHello(from, in, length);
      case CHALLENGE -> onChallenge(from, in, length);
      case PROOF -> onProof(from, packet, in, length);
      case STRANGER -> onStranger(from, in, length);
      case OTHER_VERSION -> {
        if (greetings.containsKey(from)) {
          otherVersions++;
          failed.otherVersion(now, from);
          drop(from);
        }
      }
      case REFUSED -> onRefused(from, in, length);
      case OPEN_A_LINE -> onLineWanted(from, in, length);
      case Session.SEALED -> {
        if (length == Session.OVERHEAD) {
          open(from, packet, length); // READY
          return true;
        }
        return false;
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void onHello(Endpoint from, ByteBuffer in, int length) {
    if (length < HELLO_BYTES || self.isClient()) {
      unproven++;
      return;
    }
    long nonce = in.getLong();
    if (in.get() != VERSION) {
      otherVersions++;
      failed.otherVersion(now, from);
      send(from, new byte[] {OTHER_VERSION, VERSION});
      return;
    }
    ByteBuffer out = ByteBuffer.allocate(HELLO_BYTES).put(CHALLENGE).putLong(nonce);
    SignedPeer.write(out.putLong(cookies.bake(now, from, nonce)), self);
    send(from, out.array());
  }

  private void onChallenge(Endpoint from, ByteBuffer in, int length) {
    PendingHandshake greeting = greetings.get(from);
    if (greeting == null || greeting.session() != null || length < HELLO_BYTES) {
      return; // late, doubled, or nobody asked
    }
    long nonce = in.getLong();
    long cookie = in.getLong();
    Peer peer = SignedPeer.read(in);
    if (nonce == greeting.nonce() && peer != null && !isExpected(peer)) {
      unproven++;
      failed.otherKey(now, from);
      drop(from);
      return;
    }
    Session session =
        nonce == greeting.nonce() && peer != null && mayCheck(from)
            ? agreed(from, peer, salt(nonce, cookie), true)
            : null;
    if (session == null || session.peer().isClient()) {
      unproven++;
      if (nonce == greeting.nonce() && peer != null && !peer.address().equals(from)) {
        failed.otherAddress(now, from, peer.address());
      }
      return;
    }
    ByteBuffer out = ByteBuffer.allocate(PROOF_BYTES).put(PROOF).putLong(nonce).putLong(cookie);
    SignedPeer.write(out, self);
    byte[] proof = out.array();
    session.sign(proof, PROOF_BYTES - Session.TAG);
    greeting.answered(now, session, proof);
    send(from, proof);
  }

  private void onProof(Endpoint from, byte[] packet, ByteBuffer in, int length) {
    long nonce = length < PROOF_BYTES ? 0 : in.getLong();
    long cookie = length < PROOF_BYTES ? 0 : in.getLong();
    if (length < PROOF_BYTES || !cookies.isGood(now, from, nonce, cookie)) {
      unproven++;
      return;
    }
    if (!mayCheck(from)) {
      return; // it will say so again, with the same cookie
    }
    cookies.useUp(cookie); // before the signature is checked: one cookie, one check
    Peer peer = SignedPeer.read(in);
    Session session =
        peer == null || !acquaintances.hasRoomFor(now, from)
            ? null
            : agreed(from, peer, salt(nonce, cookie), false);
    if (session == null || !session.checks(packet, PROOF_BYTES - Session.TAG)) {
      unproven++;
      refuse(from, nonce, peer, session != null);
      return;
    }
    shaken(from, session, null);
    send(from, session.close(NOTHING));
  }

  /** Who brings a good cookie is there: it is told what is wrong, in fewer bytes than it sent. */
  private void refuse(Endpoint from, long nonce, @Nullable Peer peer, boolean agreed) {
    if (agreed) {
      failed.otherSwarm(now, from); // it is who it says: only the swarm's name can differ
    } else if (peer != null && !peer.isClient() && !peer.address().equals(from)) {
      failed.otherAddress(now, from, peer.address());
    } else {
      if (peer != null && !isExpected(peer)) {
        failed.otherKey(now, from);
      }
      return;
    }
    byte why = agreed ? OTHER_SWARM : OTHER_ADDRESS;
    send(from, ByteBuffer.allocate(10).put(REFUSED).putLong(nonce).put(why).array());
  }

  private void onRefused(Endpoint from, ByteBuffer in, int length) {
    PendingHandshake greeting = greetings.get(from);
    if (length == 10 && greeting != null && in.getLong() == greeting.nonce()) {
      if (in.get() == OTHER_SWARM) {
        failed.otherSwarm(now, from);
      } else {
        failed.seenElsewhere(now, from, self.address());
      }
    }
  }

  /** Why hands could not be shaken lately, a sentence each. */
  public List<String> failures() {
    return failed.sentences(now);
  }

  private static byte[] salt(long nonce, long cookie) {
    return ByteBuffer.allocate(16).putLong(nonce).putLong(cookie).array();
  }

  /** The session with one who says of itself what it should; null otherwise. */
  private @Nullable Session agreed(Endpoint from, Peer peer, byte[] salt, boolean asked) {
    boolean isThere = peer.isClient() ? peer.virtualNodes() == 0 : peer.address().equals(from);
    return isThere && isExpected(peer) && SignedPeer.isGenuine(peer)
        ? Session.of(keys, SignedPeer.keys(self), peer, salt, asked, swarm)
        : null;
  }

  private void onStranger(Endpoint from, ByteBuffer in, int length) {
    if (length == 5 && acquaintances.session(from, in.getInt()) != null) {
      greet(from);
    }
  }

  private void shaken(Endpoint with, Session session, @Nullable PendingHandshake greeting) {
    completed++;
    failed.shaken(with);
    acquaintances.add(now, with, session);
    if (!session.peer().isClient()) {
      met.add(session.peer());
    }
    if (greeting != null) {
      drop(with);
      for (byte[] message : greeting.waiting()) {
        send(with, session.close(message));
      }
    }
  }

  /** Says again what was not answered; returns when that is due next. */
  long onTick(long at) {
    now = at;
    long next = PacketHandler.NEVER;
    List<Endpoint> over = new ArrayList<>();
    for (var each : greetings.entrySet()) {
      PendingHandshake greeting = each.getValue();
      if (greeting.due() <= now) {
        if (greeting.tryAgain(now)) {
          send(each.getKey(), greeting.packet());
        } else {
          over.add(each.getKey());
          noteSilence(each.getKey(), greeting);
        }
      }
      next = Math.min(next, greeting.due());
    }
    over.forEach(this::drop);
    return next;
  }

  /** Members that have died are known as dead; what others only spoke of need not be there. */
  private void noteSilence(Endpoint there, PendingHandshake greeting) {
    if (greeting.session() == null && !greeting.isOnHearsay() && !knows(there)) {
      failed.silent(now, there);
    }
  }

  private void drop(Endpoint with) {
    PendingHandshake greeting = greetings.remove(with);
    if (greeting != null && greeting.isOnHearsay()) {
      onHearsay--;
    }
  }

  public Counters counters() {
    return new Counters(
        completed, forged, unproven, putOff, otherVersions, bytes, acquaintances.size());
  }
}
