package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keep.CopyTag;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Allowance;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;

/**
 * Asks other holders to read their copies back under a fresh nonce, and answers those who ask. Each
 * side reads beside its thread, so a challenge costs it nothing but the disk's time.
 */
final class Challenges {
  /** What was found out about a copy. */
  enum Verdict {
    WHOLE,
    /** Its holder says that it is not there. */
    LACKING,
    /** Its holder has read something else than this peer. */
    WRONG,
    /** Its holder does not keep it, by a rule, and says so. */
    DECLINED,
    SILENT
  }

  /** Is told, in the end, of each copy asked for. */
  interface Judge {
    void judged(EntryId id, Peer holder, Verdict verdict);

    /** There is nothing more to tell. */
    void done();
  }

  /** Copies that one peer may have us read, a second and at once. */
  private final Allowance readings = new Allowance(1_000, 10_000);

  /** Of others' challenges, being read for; more are not answered, and may be put again. */
  private static final int MOST_READING = 16;

  private final Disk disk;
  private final Losses losses;
  private final ReplicationQueue.Carrier carrier;
  private final RandomGenerator random;
  private final Predicate<EntryId> declined;
  private int reading;

  /**
   * @param declined what this peer does not keep, by a rule
   */
  Challenges(
      Disk disk,
      Losses losses,
      ReplicationQueue.Carrier carrier,
      RandomGenerator random,
      Predicate<EntryId> declined) {
    this.declined = declined;
    this.disk = disk;
    this.losses = losses;
    this.carrier = carrier;
    this.random = random;
  }

  /** Asks each of these peers for those copies; what is damaged here is asked of nobody. */
  void put(long now, Map<EntryId, List<Peer>> asked, Judge judge) {
    List<EntryId> ids = List.copyOf(asked.keySet());
    byte[] nonce = new byte[CopyTag.NONCE_BYTES];
    random.nextBytes(nonce);
    disk.beside(() -> CopyTag.of(disk, nonce, ids), own -> ask(now, nonce, asked, own, judge));
  }

  private void ask(
      long now, byte[] nonce, Map<EntryId, List<Peer>> asked, CopyTag.Tags own, Judge judge) {
    own.damaged().forEach(losses::found);
    Map<Peer, List<Integer>> byPeer = new LinkedHashMap<>();
    List<EntryId> ids = List.copyOf(asked.keySet());
    for (int i = 0; i < ids.size(); i++) {
      if (CopyTag.isThere(own.tags(), i)) {
        for (Peer peer : asked.getOrDefault(ids.get(i), List.of())) {
          byPeer.computeIfAbsent(peer, it -> new ArrayList<>()).add(i);
        }
      }
    }
    Countdown answers = new Countdown(byPeer.size() + 1, judge::done);
    byPeer.forEach(
        (peer, places) ->
            carrier.carry(
                now,
                peer.address(),
                new RpcMessage.Challenge(nonce, places.stream().map(ids::get).toList()),
                (at, reply) -> {
                  judge(ids, places, own.tags(), peer, reply, judge);
                  answers.one();
                }));
    answers.one();
  }

  private static void judge(
      List<EntryId> ids,
      List<Integer> places,
      byte[] own,
      Peer peer,
      @Nullable RpcMessage reply,
      Judge judge) {
    byte[] theirs =
        reply instanceof RpcMessage.Tags(byte[] tags)
                && tags.length == CopyTag.BYTES * places.size()
            ? tags
            : null;
    for (int i = 0; i < places.size(); i++) {
      int place = places.get(i);
      judge.judged(ids.get(place), peer, verdict(own, place, theirs, i));
    }
  }

  private static Verdict verdict(byte[] own, int place, byte @Nullable [] theirs, int index) {
    if (theirs == null) {
      return Verdict.SILENT;
    }
    if (!CopyTag.isThere(theirs, index)) {
      return Verdict.LACKING;
    }
    if (CopyTag.isDeclined(theirs, index)) {
      return Verdict.DECLINED;
    }
    return CopyTag.agree(own, place, theirs, index) ? Verdict.WHOLE : Verdict.WRONG;
  }

  void onChallenge(long now, Endpoint from, RpcMessage.Challenge challenge, Rpc.ReplyTo replyTo) {
    if (reading >= MOST_READING || !readings.take(now, from, challenge.ids().size())) {
      return;
    }
    reading++;
    disk.beside(
        () -> CopyTag.of(disk, challenge.nonce(), challenge.ids()),
        read -> {
          reading--;
          read.damaged().forEach(losses::found);
          for (int i = 0; i < challenge.ids().size(); i++) {
            if (!CopyTag.isThere(read.tags(), i) && declined.test(challenge.ids().get(i))) {
              CopyTag.decline(read.tags(), i);
            }
          }
          replyTo.send(new RpcMessage.Tags(read.tags()));
        });
  }
}
