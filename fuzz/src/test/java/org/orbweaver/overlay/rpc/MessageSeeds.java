package org.orbweaver.overlay.rpc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.crawl.Spending;
import org.orbweaver.overlay.keep.CopyTag;
import org.orbweaver.overlay.keep.RangeSums;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.overlay.trust.PeerNotary;
import org.orbweaver.trust.Closing;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Sight;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.Finding;
import org.orbweaver.trust.Statement.Findings;
import org.orbweaver.trust.Statement.OfOthers;
import org.orbweaver.trust.Statement.Vote;

/**
 * Writes a sound message of every kind among the inputs of {@link MessageFuzzTest}: to be run when
 * the protocol has changed, for fuzzing finds no batch of tasks by itself.
 */
final class MessageSeeds {
  private static final Authorship BY = Authorship.unsigned(1, Endpoint.parse("10.0.0.66:7000"));
  private static final CrawlId CRAWL = CrawlId.numbered(5);
  private static final Task TASK = task("https://example.org/path?query").atDepth(2).at(4);
  private static final List<PeerClaim> CLAIMS =
      List.of(
          new PeerClaim(
              new Peer(Endpoint.parse("10.1.2.3:7000"), 256, 99, 7, new Credentials(new byte[96])),
              PeerClaim.Life.DEAD),
          new PeerClaim(
              new Peer(Endpoint.parse("[2001:db8::1]:7000"), 0, -1, -7, Credentials.NONE),
              PeerClaim.Life.LIVING));

  private MessageSeeds() {}

  private static Task task(String uri) {
    return Task.of(CRAWL, uri);
  }

  /**
   * @param arguments the folder of the target's inputs
   */
  public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
    Path folder = Path.of(arguments[0]);
    int number = 0;
    for (RpcMessage message : messages()) {
      RpcMessage kind = message instanceof RpcMessage.OfResults of ? of.call() : message;
      String name =
          "%02d-%s".formatted(number++, kind.getClass().getSimpleName().toLowerCase(Locale.ROOT));
      ByteWriter out = new ByteWriter();
      MessageCodec.write(message, out);
      byte[] plain = out.toBytes();
      if (MessageCodec.read(new ByteReader(plain, 0, plain.length)) == null) {
        throw new IllegalStateException("nobody would read " + message);
      }
      Compression.Packed packed = Compression.pack(message, plain);
      byte[] header = new byte[Rpc.HEADER];
      header[0] = (byte) packed.how();
      write(folder.resolve("plain").resolve(name), plain);
      write(
          folder.resolve("packed").resolve(name),
          new ByteWriter().raw(header).raw(packed.bytes()).toBytes());
    }
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  /** A page of a book: a period's commitment with a finding, an accusation and a vote. */
  private static Entry closing(PeerKeys keys) {
    Notary notary = new PeerNotary(keys);
    Period period = new Period(4);
    byte[] hash = new byte[32];
    Accusation accusation = new Accusation(period, Key.MAX, new Period(2), 3, 7, hash);
    List<OfOthers> said =
        List.of(
            new Findings(period, Key.MAX, new Period(2), List.of(new Finding(3, Sight.DIFFERENT))),
            accusation,
            new Vote(period, Key.MAX, accusation.hash(), Sight.AS_COMMITTED));
    Commitment commitment =
        new Commitment(period, 1, 2, 3, 4, hash, hash, Closing.root(said), hash, hash);
    return new BookEntry.Closed(new Closing(Signed.by(notary, commitment), said)).entry();
  }

  private static List<RpcMessage> messages() throws NoSuchAlgorithmException {
    SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
    random.setSeed(1);
    PeerKeys keys = PeerKeys.draw(random);
    CrawlPlan plan =
        new CrawlPlan(1, 3, 9, 60, List.of("https://example.org/"), Map.of("reach", "HOST"));
    EntryId id = TASK.id();
    byte[] nonce = new byte[CopyTag.NONCE_BYTES];
    List<Entry> pieces = Piece.cut(id.key(), new byte[] {1, 2, 3});
    byte[] result = Result.of(List.of(pieces.getFirst().id()), new byte[] {7}).bytes();
    Entry done = TASK.processed(BY, result);
    Entry again = TASK.inRound(2).queuedAfter(RoundOutcome.of(TASK, done));
    Entry changed = TASK.inRound(2).processed(BY, Result.of(List.of(), new byte[0]).bytes());
    Entry past = PastResult.displaced(done, changed);
    List<Entry> tasks =
        List.of(
            task("https://example.org/a").noted(" L /").queued(),
            task("https://example.org/a%20b").noted(" L /").queued(),
            task("https://example.org/b").noted("/b;jsessionid=1 LL /a").queued(),
            new Task(CRAWL, 0, 3, Way.SHORTEST, 0x40, 0, null, "http://b.example/", "").queued(),
            task("magnet:?xt=urn:btih:x").queued());
    return List.of(
        new RpcMessage.Ping(17, RpcMessage.Condition.UNTOLD, CLAIMS),
        new RpcMessage.Pong(-17, new RpcMessage.Condition(5, true, true), List.of()),
        new RpcMessage.Join(CLAIMS.getFirst(), Endpoint.parse("[2001:db8::1]:7000")),
        new RpcMessage.Roster(CLAIMS),
        new RpcMessage.FindNode(Key.MAX),
        new RpcMessage.Nodes(CLAIMS),
        new RpcMessage.FindValue(id),
        new RpcMessage.Value(List.of(done)),
        new RpcMessage.Value(List.of(CrawlRecord.of(plan, keys).entry())),
        new RpcMessage.StoreTask(tasks),
        new RpcMessage.Stored(new byte[] {0, 0, 1, 2}, CLAIMS),
        new RpcMessage.StoreBackup(List.of(again, TASK.at(8).elsewhere()), true),
        new RpcMessage.StoreBackup(
            List.of(
                new HostPart("example.org", 4, 9).report(2),
                new HostPart("example.org", 0, 0).full(1),
                new Spending(CRAWL, "pages", 12).entry(),
                new CrawlTally(
                        CRAWL,
                        9,
                        8,
                        1,
                        0,
                        1234,
                        2,
                        List.of(new CrawlTally.Reason("hung up", 1, "x")))
                    .entry(keys, 3)),
            false),
        new RpcMessage.StoreBackup(past == null ? List.of() : List.of(past), false),
        new RpcMessage.DeleteBackup(List.of(done)),
        new RpcMessage.Kept(3),
        RpcMessage.Kept.HERE,
        new RpcMessage.RefreshTask(List.of(new RpcMessage.Offer(id, 1)), true),
        new RpcMessage.OfResults(new RpcMessage.StoreBackup(pieces, true)),
        new RpcMessage.OfResults(new RpcMessage.FindValue(id)),
        new RpcMessage.OfResults(new RpcMessage.Challenge(nonce, List.of(id))),
        new RpcMessage.Compare(8, 0xAB, new long[RangeSums.CHILDREN]),
        new RpcMessage.Differing(0xFF),
        new RpcMessage.Missing(List.of(id)),
        new RpcMessage.Tags(new byte[CopyTag.BYTES]),
        new RpcMessage.Lend(Key.MAX, 0, 5),
        new RpcMessage.Lent(7, 0),
        new RpcMessage.ListPages(3, 5, new long[] {8, -8}, new long[] {4, -4}),
        new RpcMessage.Chapters(List.of(new RpcMessage.Chapter(-8, 4, new long[] {4}))),
        new RpcMessage.ReadPages(List.of(new RpcMessage.Chapter(-8, 4, new long[] {4}))),
        new RpcMessage.Pages(List.of(closing(keys))),
        new RpcMessage.Refused(new byte[] {1, 2}),
        new RpcMessage.Enquire(new byte[] {1, 2}),
        new RpcMessage.Told(new byte[] {1, 2}),
        RpcMessage.ListResults.of(id.key()),
        new RpcMessage.Results(List.of(done), List.of(id)),
        new RpcMessage.Wanted(new byte[] {2}, new byte[] {1}),
        new RpcMessage.SeekTasks(4, List.of(id)),
        new RpcMessage.LentTasks(List.of(again), 5, ""),
        RpcMessage.LentTasks.none("it did not bring back 2 of the tasks"),
        new RpcMessage.TakeTurn(id, Key.MAX, 0, 5),
        new RpcMessage.BringPiece(id, pieces.getFirst()),
        new RpcMessage.BringResult(
            id, RpcMessage.TaskRun.End.DONE, result, keys.sign(new byte[] {1})),
        new RpcMessage.Taken(true));
  }
}
