package org.orbweaver.overlay.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keep.CopyTag;
import org.orbweaver.overlay.keep.RangeSums;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Task;

class MessageCodecTest {
  private static final Authorship BY = Authorship.unsigned(1, Endpoint.parse("10.0.0.66:7000"));

  private static final PeerClaim CLAIM =
      new PeerClaim(
          new Peer(Endpoint.parse("10.1.2.3:7000"), 256, 99, 7, new Credentials(new byte[96])),
          PeerClaim.Life.DEAD);
  private static final PeerClaim CLAIM6 =
      new PeerClaim(
          new Peer(Endpoint.parse("[2001:db8::1]:7000"), 0, -1, -7, Credentials.NONE),
          PeerClaim.Life.LIVING);
  private static final Task TASK =
      Task.of(CrawlId.numbered(5), "https://example.org/path?query").inRound(1).atDepth(2).at(4);

  /** Alike and different, with what one byte stands for, and with what it does not. */
  private static final List<Entry> BATCH =
      List.of(
          Task.of(CrawlId.numbered(5), "https://example.org/a%20b%2Fc%2fd")
              .inRound(1)
              .atDepth(2)
              .at(4)
              .queued(),
          Task.of(CrawlId.numbered(5), "https://example.org/a%20b%2Fc%2f")
              .inRound(1)
              .atDepth(2)
              .at(4)
              .queued(),
          Task.of(CrawlId.numbered(5), "https://example.org/a%20b%2Fc%2")
              .inRound(1)
              .atDepth(2)
              .at(4)
              .queued(),
          Task.of(CrawlId.numbered(5), "https://example.org/%")
              .inRound(1)
              .atDepth(7)
              .at(4)
              .queued(),
          Task.of(CrawlId.numbered(5), "https://example.org/ü%C3%BC%0A")
              .inRound(1)
              .atDepth(7)
              .at(4)
              .processed(BY, new byte[] {0, 1}),
          Task.of(CrawlId.numbered(5), "https://example.org/y")
              .noted(" L /")
              .processed(BY, new byte[] {0, 1}),
          Task.of(CrawlId.numbered(6), "https://a/b").at(4).atDepth(7).elsewhere(),
          Task.of(CrawlId.numbered(6), "magnet:?xt=urn:btih:x").queued(),
          new HostPart("example.org", 4, 9).report(2));

  private static final List<RpcMessage> MESSAGES =
      List.of(
          new RpcMessage.Ping(17, RpcMessage.Condition.UNTOLD, List.of(CLAIM, CLAIM6)),
          new RpcMessage.Pong(-17, new RpcMessage.Condition(5, true, true), List.of()),
          new RpcMessage.Join(CLAIM, CLAIM6.peer().address()),
          new RpcMessage.Roster(List.of(CLAIM6)),
          new RpcMessage.FindNode(Key.MAX),
          new RpcMessage.Nodes(List.of(CLAIM)),
          new RpcMessage.FindValue(TASK.id()),
          new RpcMessage.Value(List.of(TASK.processed(BY, new byte[3]))),
          new RpcMessage.StoreTask(List.of(TASK.queued())),
          new RpcMessage.StoreBackup(List.of(TASK.queued(), TASK.processed(BY, new byte[1])), true),
          new RpcMessage.DeleteBackup(List.of(TASK.processed(BY, new byte[0]))),
          new RpcMessage.Kept(3),
          RpcMessage.Kept.HERE,
          new RpcMessage.StoreBackup(BATCH, false),
          new RpcMessage.RefreshTask(List.of(new RpcMessage.Offer(TASK.id(), 1)), true),
          new RpcMessage.OfResults(
              new RpcMessage.StoreBackup(Piece.cut(TASK.id().key(), new byte[] {1, 2, 3}), true)),
          new RpcMessage.OfResults(new RpcMessage.FindValue(TASK.id())),
          new RpcMessage.SeekTasks(3, List.of(TASK.id())),
          new RpcMessage.LentTasks(List.of(TASK.queued()), 5, ""),
          RpcMessage.LentTasks.none("für nichts"),
          new RpcMessage.TakeTurn(TASK.id(), Key.MAX, 7, -1),
          new RpcMessage.BringPiece(
              TASK.id(), Piece.cut(TASK.id().key(), new byte[] {1, 2}).getFirst()),
          new RpcMessage.Taken(true));

  private static byte[] bytes(RpcMessage message) {
    ByteWriter out = new ByteWriter();
    MessageCodec.write(message, out);
    return out.toBytes();
  }

  private static @Nullable RpcMessage read(byte[] bytes) {
    return MessageCodec.read(new ByteReader(bytes, 0, bytes.length));
  }

  @Test
  void everyMessageComesBackAsItWas() {
    for (RpcMessage message : MESSAGES) {
      assertThat(read(bytes(message))).isEqualTo(message);
    }
    byte[] verdicts = {0, 0, 0, 2, 17};
    assertThat(read(bytes(new RpcMessage.Stored(verdicts, List.of()))))
        .isInstanceOfSatisfying(
            RpcMessage.Stored.class, stored -> assertThat(stored.verdicts()).isEqualTo(verdicts));
    byte[] signature = new byte[64];
    assertThat(
            read(
                bytes(
                    new RpcMessage.BringResult(
                        TASK.id(), RpcMessage.TaskRun.End.FAILED, verdicts, signature))))
        .isInstanceOfSatisfying(
            RpcMessage.BringResult.class,
            brought -> {
              assertThat(brought.end()).isEqualTo(RpcMessage.TaskRun.End.FAILED);
              assertThat(brought.said()).isEqualTo(verdicts);
              assertThat(brought.signature()).isEqualTo(signature);
            });
    RpcMessage.Wanted wanted = new RpcMessage.Wanted(new byte[] {2}, new byte[] {0, 1});
    assertThat(read(bytes(wanted)))
        .isInstanceOfSatisfying(
            RpcMessage.Wanted.class,
            read -> assertThat(read.wants(1) && read.wantsLater(8)).isTrue());
    assertThat(wanted.wantsLater(1)).isFalse();
    assertThat(wanted.wants(1)).isTrue();
    assertThat(wanted.wants(0)).isFalse();
    assertThat(wanted.wants(100)).isFalse();
  }

  /** Nine of ten links are known where they are sent to: what is only nice to know costs little. */
  @Test
  void whoLinkedIsToldToWhoVisitsThePageAndToOthersWhenItIsDone() {
    Task first = Task.of(CrawlId.numbered(5), "https://example.org/v").noted("/v;sid=1 L /");
    Task second = Task.of(CrawlId.numbered(5), "https://example.org/w").noted(" L /");
    List<Entry> queued = List.of(first.queued(), second.queued());
    RpcMessage.StoreTask handedOver = new RpcMessage.StoreTask(queued);
    assertThat(read(bytes(handedOver))).isEqualTo(handedOver);
    assertThat(read(bytes(new RpcMessage.StoreBackup(queued, true))))
        .isEqualTo(
            new RpcMessage.StoreBackup(
                List.of(first.noted("/v;sid=1").queued(), second.noted("").queued()), true));
    RpcMessage.StoreBackup done =
        new RpcMessage.StoreBackup(List.of(first.processed(BY, new byte[0])), true);
    assertThat(read(bytes(done))).isEqualTo(done);
  }

  @Test
  void errandsAndWhatIsDeclinedComeBackAsTheyWere() {
    for (RpcMessage message :
        List.of(
            new RpcMessage.RunTask(TASK.queued()),
            new RpcMessage.WillRun(true),
            new RpcMessage.TaskRun(
                TASK.id(), RpcMessage.TaskRun.End.REFUSED, 7, new byte[] {'n', 'o'}),
            new RpcMessage.Declined(new byte[] {1}, new byte[] {2}))) {
      RpcMessage read = read(bytes(message));
      assertThat(read).hasSameClassAs(message);
      assertThat(bytes(Objects.requireNonNull(read))).isEqualTo(bytes(message));
    }
    RpcMessage.Declined declined = new RpcMessage.Declined(new byte[] {1}, new byte[] {2});
    assertThat(declined.wants(0) && declined.declines(1)).isTrue();
    assertThat(declined.wants(1) || declined.declines(0)).isFalse();
  }

  @Test
  void whatIsAskedOfBooksComesBackAsItWas() {
    RpcMessage.Chapter chapter = new RpcMessage.Chapter(-5, 20_001, new long[] {-1, 0, 7});
    for (RpcMessage message :
        List.of(
            new RpcMessage.ListPages(20_000, -5, new long[] {4, -4}, new long[] {3, -3}),
            new RpcMessage.Chapters(List.of(chapter)),
            new RpcMessage.ReadPages(List.of(chapter, chapter)),
            new RpcMessage.Pages(List.of(TASK.queued())))) {
      RpcMessage read = read(bytes(message));
      assertThat(read).isNotNull().isInstanceOf(message.getClass());
      assertThat(bytes(Objects.requireNonNull(read))).isEqualTo(bytes(message));
    }
  }

  @Test
  void comparisonsAndChallengesComeBackAsTheyWereAloneAndAboutResults() {
    List<EntryId> ids = List.of(TASK.id(), new EntryId(Key.MAX, -1));
    long[] sums = new long[RangeSums.CHILDREN];
    sums[3] = -7;
    byte[] nonce = new byte[CopyTag.NONCE_BYTES];
    nonce[2] = 9;
    for (RpcMessage.Call call :
        List.of(
            new RpcMessage.Compare(8, 0xAB, sums),
            new RpcMessage.Missing(ids),
            new RpcMessage.Challenge(nonce, ids))) {
      byte[] written = bytes(new RpcMessage.OfResults(call));
      RpcMessage read = read(written);
      assertThat(read).isInstanceOf(RpcMessage.OfResults.class);
      assertThat(bytes(Objects.requireNonNull(read))).isEqualTo(written);
    }
    assertThat(read(bytes(new RpcMessage.Missing(ids)))).isEqualTo(new RpcMessage.Missing(ids));
    assertThat(read(bytes(new RpcMessage.Differing(0xFFFF))))
        .isEqualTo(new RpcMessage.Differing(0xFFFF));
    assertThat(read(bytes(new RpcMessage.Tags(new byte[32])))).isInstanceOf(RpcMessage.Tags.class);
    List<EntryId> many = Collections.nCopies(RpcMessage.Challenge.MOST + 1, TASK.id());
    assertThat(read(bytes(new RpcMessage.Challenge(nonce, many)))).isNull();
    assertThat(read(bytes(new RpcMessage.Compare(7, 1, sums)))).isNull();
  }

  @Test
  void brokenMessagesAreRefusedWithoutAnException() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = bytes(MESSAGES.get(random.nextInt(MESSAGES.size())));
      int length = random.nextInt(bytes.length + 1);
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      MessageCodec.read(new ByteReader(bytes, 0, length));
    }
  }

  @Test
  void aClaimOfManyElementsCostsNothing() {
    byte[] bomb = {9, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x7F};
    assertThat(read(bomb)).isNull();
  }

  @Test
  void urisThatSayTheyBeginLikeTheOneBeforeCannotFillTheMemory() {
    int count = 10_000;
    ByteWriter out = new ByteWriter().u8(9).number(count);
    out.number(count).u8(0).i64(0).i64(1).number(0).number(1).u8(0).u8(0).number(0);
    for (int i = 1; i < count; i++) {
      out.number(2_000);
    }
    out.raw(("https://example.org/" + "a".repeat(1_980)).getBytes(StandardCharsets.UTF_8)).u8(0);
    byte[] rests = new byte[count - 1];
    byte[] message = out.raw(rests).number(0).number(0).toBytes();
    assertThat(message.length).isLessThan(50_000);
    assertThat(read(message)).as("20 MB of URIs").isNull();
  }

  private static byte[] withNote(int count, String note) {
    ByteWriter out = new ByteWriter().u8(9).number(count);
    out.number(count).u8(0).i64(0).i64(1).number(0).number(1).u8(0).u8(0).number(0);
    for (int i = 1; i < count; i++) {
      out.number("https://a.example/".length());
    }
    out.raw("https://a.example/".getBytes(StandardCharsets.UTF_8)).u8(0);
    for (int i = 1; i < count; i++) {
      out.raw(Integer.toString(i).getBytes(StandardCharsets.UTF_8)).u8(0);
    }
    out.number(1).text(note);
    for (int i = 0; i < count; i++) {
      out.number(1);
    }
    return out.number(0).toBytes();
  }

  @Test
  void aNoteThatManyTasksShareCannotFillTheMemory() {
    String longest = "n".repeat(Task.LONGEST_NOTE);
    assertThat(read(withNote(4_000, longest))).isNotNull();
    assertThat(withNote(10_000, longest).length).isLessThan(90_000);
    assertThat(read(withNote(10_000, longest))).as("10 MB of notes").isNull();
    assertThat(read(withNote(3, longest + "n"))).isNull();
    assertThat(read(withNote(3, "two\nlines"))).as("it goes into logs and headers").isNull();
    assertThat(read(withNote(3, "n\u00FC"))).isNull();
    assertThat(read(withNote(3, ""))).as("there is one way to say nothing").isNull();
  }

  @Test
  void aTaskCannotComeUnderAnIdOfItsOwnChoice() {
    ByteWriter out = new ByteWriter().u8(9).number(0).number(1);
    Entry task = TASK.queued();
    out.number(task.rank()).block(task.body());
    MessageCodec.id(out, new EntryId(Key.ZERO, 1));
    assertThat(read(out.toBytes())).isNull();
  }
}
