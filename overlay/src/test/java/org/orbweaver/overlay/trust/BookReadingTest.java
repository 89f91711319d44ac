package org.orbweaver.overlay.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.lab.LabSignatures;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.trust.Closing;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Commitment;

/** One peer reads what others keep of its book; some of them would have it read for ever. */
class BookReadingTest {
  private static final Period SINCE = new Period(20_000);
  private static final Endpoint HOME = address(1);
  private static final Endpoint HOLDER = address(2);
  private static final long SECOND = 1_000_000_000L;
  private static final Key HOST = Key.ZERO;
  private static final byte[] HASH = new byte[32];

  /** Packets after which the reading will not end any more. */
  private static final int MOST_PACKETS = 2_000;

  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Packet(Endpoint from, Endpoint to, byte[] bytes) {}

  /** What somebody says to a call; null for nothing. */
  private interface Voice {
    @Nullable RpcMessage apply(RpcMessage.Call call);
  }

  private final LabSignatures signatures = new LabSignatures(1);
  private final Notary notary = new PeerNotary(signatures);
  private final Library library =
      new Library(notary, (version, address, page) -> null, TrustSettings.OFF.reckoner());
  private final Deque<Packet> wire = new ArrayDeque<>();
  private final Map<Endpoint, Rpc> rpcs = new HashMap<>();
  private final Members members =
      new Members(0, peer(HOME, signatures.verifying()), MembershipView::of);
  private final List<Boolean> endings = new ArrayList<>();

  /** In the first conversation. */
  private final List<RpcMessage.ReadPages> read = new ArrayList<>();

  private int lists;
  private long now = SECOND;

  private static Endpoint address(int number) {
    return Endpoint.v4(0x3200_0001 + (number << 16), 7117);
  }

  private static Peer peer(Endpoint at, byte[] key) {
    return new Peer(at, 16, 1, 1, new Credentials(key));
  }

  private Rpc rpc(Endpoint at, Voice voice) {
    Rpc rpc =
        new Rpc(
            at,
            (from, to, packet, length) ->
                wire.add(new Packet(at, to, Arrays.copyOf(packet, length))),
            MessageCipher.NONE,
            new SplittableRandom(at.port() + at.hashCode()),
            (time, from, call, replyTo) -> {
              RpcMessage answer = voice.apply(call);
              if (answer != null) {
                replyTo.send(answer);
              }
            });
    rpcs.put(at, rpc);
    return rpc;
  }

  private void holder(Endpoint at, Voice voice) {
    rpc(at, voice);
    Peer peer = peer(at, new LabSignatures(at.hashCode()).verifying());
    members.learn(new PeerClaim(peer, PeerClaim.Life.LIVING), true);
  }

  private BookReading begin() {
    members.onTick(now);
    Rpc own = rpc(HOME, call -> null);
    BookReading reading =
        new BookReading(members, library, own, SINCE, new SplittableRandom(1), endings::add);
    reading.start(now);
    return reading;
  }

  /** Until the reading is over, or will never be. */
  private void deliver() {
    for (int i = 0; i < MOST_PACKETS && endings.isEmpty(); i++) {
      now += SECOND / 100;
      Packet next = wire.poll();
      if (next == null) {
        now += SECOND;
        Objects.requireNonNull(rpcs.get(HOME)).onTick(now); // a call that was lost is made again
      } else {
        Objects.requireNonNull(rpcs.get(next.to()))
            .onPacket(now, next.from(), next.bytes(), next.bytes().length);
      }
    }
  }

  /** That no compression makes smaller. */
  private static byte[] junk(int length) {
    byte[] junk = new byte[length];
    new SplittableRandom(length).nextBytes(junk);
    return junk;
  }

  private static RpcMessage names(RpcMessage.ListPages asked, long... names) {
    return new RpcMessage.Chapters(
        List.of(new RpcMessage.Chapter(asked.books()[0], SINCE.number(), names)));
  }

  private static Set<EntryId> ids(RpcMessage.ReadPages asked) {
    Set<EntryId> ids = new HashSet<>();
    for (RpcMessage.Chapter chapter : asked.wanted()) {
      Key key = BookPlace.key(chapter.book(), chapter.period());
      LongStream.of(chapter.names()).forEach(name -> ids.add(new EntryId(key, name)));
    }
    return ids;
  }

  private Entry page(long run) {
    return new BookEntry.Closed(new Closing(Signed.by(notary, commitment(run)), List.of())).entry();
  }

  private static Commitment commitment(long run) {
    return new Commitment(SINCE, run, 1, 7, 0, HASH, HASH, Closing.root(List.of()), HASH, HASH);
  }

  private Voice honest(List<Entry> kept) {
    return call ->
        switch (call) {
          case RpcMessage.ListPages asked -> {
            lists++;
            yield names(asked, kept.stream().mapToLong(each -> each.id().name()).toArray());
          }
          case RpcMessage.ReadPages asked -> {
            if (lists == 1) {
              read.add(asked);
            }
            Set<EntryId> ids = ids(asked);
            yield new RpcMessage.Pages(
                kept.stream().filter(each -> ids.contains(each.id())).toList());
          }
          default -> null;
        };
  }

  @Test
  void whatAHolderNamesAndShowsIsRead() {
    List<Entry> kept = List.of(page(1), page(2));
    holder(HOLDER, honest(kept));
    begin();
    deliver();
    assertThat(endings).containsExactly(true);
    assertThat(kept).allMatch(each -> library.has(each.id()));
    assertThat(read).as("one question for both").hasSize(1);
  }

  @Test
  void whoNamesMorePagesInsteadOfShowingThemIsLeftAtOnce() {
    Voice endless =
        call ->
            switch (call) {
              case RpcMessage.ListPages asked -> names(asked, 1);
              case RpcMessage.ReadPages asked -> {
                read.add(asked);
                long book = asked.wanted().getFirst().book();
                long fresh = 1L + read.size();
                yield new RpcMessage.Chapters(
                    List.of(new RpcMessage.Chapter(book, SINCE.number(), new long[] {fresh})));
              }
              default -> null;
            };
    holder(HOLDER, endless);
    begin();
    deliver();
    assertThat(read).hasSize(1);
    assertThat(endings).containsExactly(true);
  }

  @Test
  void whoShowsPagesBeforeItHasNamedAnyIsLeft() {
    holder(HOLDER, call -> new RpcMessage.Pages(List.of(page(1))));
    begin();
    deliver();
    assertThat(endings).containsExactly(true);
    assertThat(library.pages()).isZero();
  }

  @Test
  void junkThatNobodyAskedForDoesNotPassForAFullAnswer() {
    Voice junk =
        call ->
            switch (call) {
              case RpcMessage.ListPages asked -> names(asked, 1);
              case RpcMessage.ReadPages asked -> {
                read.add(asked);
                yield new RpcMessage.Pages(Piece.cut(HOST, junk(128 << 10)));
              }
              default -> null;
            };
    holder(HOLDER, junk);
    begin();
    deliver();
    assertThat(read).hasSize(1);
    assertThat(endings).containsExactly(true);
  }

  @Test
  void ofAllTheNamesInOneAnswerAsManyAreKeptAsAnHonestHolderNames() {
    holder(HOLDER, honest(many()));
    begin();
    deliver();
    long wanted = read.stream().mapToLong(asked -> ids(asked).size()).sum();
    assertThat(wanted).isEqualTo(BookShelf.MOST_NAMES);
    assertThat(endings).containsExactly(true);
  }

  /** As many as fit into an answer; of most of them nobody takes any notice. */
  private List<Entry> many() {
    return IntStream.range(0, RpcMessage.MOST_ELEMENTS).mapToObj(this::page).toList();
  }

  @Test
  void whoShowsForgedPagesIsLeftBeforeTheirSignaturesCostMuch() {
    List<Entry> forged = IntStream.range(0, 1_000).mapToObj(this::forged).toList();
    holder(HOLDER, honest(forged));
    begin();
    deliver();
    assertThat(library.forged()).isBetween(1L, 65L);
    assertThat(endings).containsExactly(true);
  }

  private Entry forged(int run) {
    Signed<Commitment> unsigned = new Signed<>(commitment(run), notary.publicKey(), new byte[64]);
    return new BookEntry.Closed(new Closing(unsigned, List.of())).entry();
  }

  @Test
  void whoAnswersLateHoldsUpAReadingForAMinuteAtMost() {
    Voice prompt = honest(many());
    holder(
        HOLDER,
        call -> {
          now += 5 * SECOND;
          return prompt.apply(call);
        });
    begin();
    deliver();
    assertThat(read).hasSizeBetween(2, 12);
    assertThat(endings).containsExactly(true);
  }

  @Test
  void aReadingThatIsStoppedIsOverOnceAndTakesNothingMore() {
    List<Entry> kept = List.of(page(1));
    holder(HOLDER, honest(kept));
    BookReading reading = begin();
    reading.stop();
    assertThat(endings).containsExactly(false);
    endings.clear();
    reading.stop();
    deliver(); // of the answer that is still under way
    assertThat(endings).isEmpty();
    assertThat(read).isEmpty();
    assertThat(library.pages()).isZero();
  }
}
