package org.orbweaver.overlay.trust;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.TaskShares;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.trust.AuditRecord;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Closing;
import org.orbweaver.trust.Gate;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Opening;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Reckoning;
import org.orbweaver.trust.Sight;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement;
import org.orbweaver.trust.Statement.Accusation;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.Statement.Finding;
import org.orbweaver.trust.Statement.Findings;
import org.orbweaver.trust.Statement.OfOthers;
import org.orbweaver.trust.Statement.Refusal;
import org.orbweaver.trust.VouchedCapture;
import org.orbweaver.wire.PacketHandler;

/**
 * A peer's part in trust, in order of time: at a period's start it closes the one before; when
 * everybody has, it reads all books and reckons; then it looks at what it was drawn for, until the
 * period ends.
 */
public final class TrustKeeper {
  /** Of a period, after which everybody's books are read; clocks and lines need so long. */
  private static final double READ_AT = 0.25;

  /** And once more for what came late. */
  private static final double READ_AGAIN_AT = 0.6;

  /**
   * Whoever has not shown by then what it named is not waited for: it could keep this peer from
   * reckoning for ever. Checkers and jurors need the rest of the period.
   */
  private static final double READ_UNTIL = 0.8;

  /** Addresses of disputed pages, for people. */
  private static final int MOST_NAMED = 1 << 12;

  private final Members members;
  private final SwarmShelves shelves;
  private final Disk results;
  private final NamedBytes bytes;
  private final WorkShelf works;
  private final Rpc rpc;
  private final Notary notary;
  private final RandomGenerator random;
  private final TrustSettings settings;
  private final Library library;
  private final BookShelf shelf;
  private final Checks checks;
  private final TrustGate gate;
  private final Map<String, String> addresses = new HashMap<>();
  private final AuditRecord audits = new AuditRecord();
  private final WorkLog log;
  private final Key self;
  private final long run;
  private int number;
  private long signed;
  private @Nullable Period current;
  private boolean readEverything;
  private int readings;
  private @Nullable BookReading reading;
  private long readUntil;
  private @Nullable Reckoning reckoning;
  private @Nullable Period reckonedIn;
  private long reckonedPages;

  /** Disputes whose page is being found out in this period. */
  private final Set<String> naming = new HashSet<>();

  /**
   * @param ledger where pages of books are that this peer keeps
   * @param results where it keeps what tasks bring
   */
  public TrustKeeper(
      Members members,
      Disk ledger,
      Disk results,
      SwarmShelves shelves,
      Rpc rpc,
      Signatures signatures,
      Inspector inspector,
      WorkJournal journal,
      RandomGenerator random,
      TrustSettings settings) {
    this.members = members;
    this.shelves = shelves;
    this.results = results;
    this.bytes = new NamedBytes(results, shelves);
    this.works = new WorkShelf(results, shelves);
    this.rpc = rpc;
    this.notary = new PeerNotary(signatures);
    this.random = random;
    this.settings = settings;
    this.library = new Library(notary, inspector, settings.reckoner());
    this.checks =
        new Checks(works, shelves, inspector, notary, this::proven, settings.periodNanos());
    this.gate = new TrustGate(notary, settings);
    this.self = Signed.name(notary.publicKey());
    this.run = random.nextLong();
    this.log = new WorkLog(journal);
    this.shelf = new BookShelf(members, ledger, library, self, settings);
  }

  public boolean isOn() {
    return settings.isOn();
  }

  /** A task of this peer's was done, and this is what it vouches for. */
  public void worked(EntryId task, VouchedCapture capture) {
    if (isOn()) {
      log.worked(task, capture);
    }
  }

  /** This peer had another read a copy back that it should have. */
  public void audited(Peer peer, boolean whole) {
    audits.told(BookPlace.name(peer), whole);
  }

  /** Does what is due; returns when that is next. */
  public long onTick(long now) {
    if (!isOn()) {
      return PacketHandler.NEVER;
    }
    Period period = Period.of(now, settings.periodNanos());
    Period before = current;
    if (before == null) {
      current = period;
    } else if (period.compareTo(before) > 0) {
      close(before);
      current = period;
      readings = 0;
      checks.restart();
      naming.clear();
      shelf.forget(period);
    }
    if (reading != null && now >= readUntil) {
      reading.stop();
    }
    long start = period.number() * settings.periodNanos();
    long due = start + (long) (settings.periodNanos() * (readings == 0 ? READ_AT : READ_AGAIN_AT));
    if (readings < 2 && reading == null && now >= due) {
      readings++;
      read(now, period);
    }
    long nextReading =
        start + (long) (settings.periodNanos() * (readings == 0 ? READ_AT : READ_AGAIN_AT));
    long next = readings < 2 && nextReading > now ? nextReading : start + settings.periodNanos();
    return reading == null ? next : Math.min(next, readUntil);
  }

  /** Commits to what was done, and closes what was said, under one signature. */
  private void close(Period period) {
    WorkLog.Closed closed = log.close(period);
    WorkList work = closed.work();
    List<OfOthers> said = Closing.readable(closed.said());
    byte[] list = works.keep(BookPlace.key(self, period), work);
    Commitment commitment =
        new Commitment(
            period,
            run,
            number++,
            members.view().network(members.self()),
            work.items().size(),
            list,
            work.tree().root(),
            Closing.root(said),
            Opening.sealed(self, period.plus(1), sealedNumber(period.plus(1))),
            sealedNumber(period));
    signed++;
    Closing closing = new Closing(Signed.by(notary, commitment), said);
    Entry page = new BookEntry.Closed(closing).entry();
    add(page);
    shelves.give(List.of(page));
  }

  /**
   * A number that nobody else can know and that this peer need not store: a restart must not look
   * like one that was kept back. Signing is deterministic (RFC 8032), and this is signed nowhere
   * else.
   */
  private byte[] sealedNumber(Period period) {
    byte[] about =
        ("orbweaver sealed number " + period.number()).getBytes(StandardCharsets.US_ASCII);
    return BookEntry.sha256(notary.sign(about));
  }

  private void read(long now, Period period) {
    int back = readEverything ? BookShelf.OPEN_PERIODS : Period.TESTIMONY_LASTS;
    Period since = period.plus(-back);
    long start = period.number() * settings.periodNanos();
    long last = start + (long) (settings.periodNanos() * READ_UNTIL);
    readUntil = now < last ? last : start + settings.periodNanos(); // it has only just begun
    shelf.read(since);
    BookReading begun =
        new BookReading(
            members,
            library,
            rpc,
            since,
            random,
            whole -> {
              reading = null;
              readEverything |= whole;
              if (period.equals(current)) {
                reckon(period);
              }
            });
    reading = begun;
    begun.start(now);
  }

  private void reckon(Period period) {
    library.takeFound().forEach(this::tell);
    if (period.equals(reckonedIn) && library.pages() == reckonedPages) {
      return; // the second reading brought nothing new
    }
    Reckoning latest = reckoned(period);
    follow(latest);
    Period drawn = period.plus(-Reckoning.DRAWN_AFTER);
    for (Book book : library.books()) {
      for (Reckoning.Assigned each : latest.assigned(book.subject(), drawn)) {
        Signed<Commitment> commitment = book.commitment(each.work());
        if (commitment != null && each.checker().equals(self) && !book.subject().equals(self)) {
          check(period, new Checks.Wanted(commitment, each.capture()));
        }
      }
    }
    latest.summons(self, drawn).forEach(accusation -> vote(period, accusation));
  }

  private Reckoning reckoned(Period period) {
    Reckoning latest = settings.reckoner().reckon(library.books(), period, library.opinion());
    reckoning = latest;
    reckonedIn = period;
    reckonedPages = library.pages();
    return latest;
  }

  /**
   * People want to know which page it is; the accusation tells its number only. It is found out
   * when somebody looks: everybody would ask for every disputed page otherwise.
   */
  private void nameDisputes(Reckoning latest) {
    List<Reckoning.Dispute> all = new ArrayList<>(latest.disputes());
    all.addAll(latest.unheard());
    Set<String> current = new HashSet<>();
    all.forEach(each -> current.add(TrustView.name(each.accusation())));
    addresses.keySet().retainAll(current); // others are forgotten by now
    for (Reckoning.Dispute each : all) {
      Accusation accusation = each.accusation();
      Book book = library.book(accusation.subject());
      Signed<Commitment> work = book == null ? null : book.commitment(accusation.work());
      String name = TrustView.name(accusation);
      if (work != null
          && !addresses.containsKey(name)
          && addresses.size() < MOST_NAMED
          && naming.add(name)) {
        checks.address(
            new Checks.Wanted(work, accusation.capture()), uri -> addresses.put(name, uri));
      }
    }
  }

  private void check(Period made, Checks.Wanted wanted) {
    if (log.hasFound(made, wanted.subject(), wanted.work(), wanted.capture())) {
      return; // before a crash
    }
    checks.look(
        "check",
        wanted,
        (uri, seen) -> {
          if (!made.equals(current)) {
            return; // too late: the period is closed
          }
          log.say(
              new Findings(
                  made,
                  wanted.subject(),
                  wanted.work(),
                  List.of(new Finding(wanted.capture(), seen.sight()))));
          if (seen.sight() == Sight.DIFFERENT) {
            byte[] version =
                bytes.keep(BookPlace.key(wanted.subject(), wanted.work()), seen.records());
            log.say(
                new Accusation(
                    made,
                    wanted.subject(),
                    wanted.work(),
                    wanted.capture(),
                    seen.origin(),
                    version));
          }
        });
  }

  private void vote(Period made, Accusation accusation) {
    Book book = library.book(accusation.subject());
    Signed<Commitment> work = book == null ? null : book.commitment(accusation.work());
    if (work == null || log.hasVoted(made, accusation.hash())) {
      return;
    }
    checks.look(
        "vote",
        new Checks.Wanted(work, accusation.capture()),
        (uri, seen) -> {
          if (made.equals(current)) {
            log.say(
                new Statement.Vote(made, accusation.subject(), accusation.hash(), seen.sight()));
          }
        });
  }

  /** Finds what an accuser was served, as it was kept; null if nobody who answers has it. */
  public void otherVersion(Accusation accusation, Consumer<byte @Nullable []> found) {
    bytes.find(BookPlace.key(accusation.subject(), accusation.work()), accusation.seen(), found);
  }

  /** Takes in what this peer says itself. */
  private boolean add(Entry page) {
    shelf.changes(page.id().key());
    return library.add(page);
  }

  /** One is enough: who looks again at all that a liar brought would find a thousand. */
  private void proven(Proof proof) {
    Book book = library.book(proof.subject());
    if (book == null || book.proof() == null) {
      tell(proof);
    }
  }

  /** A proof is told at once. */
  private void tell(Proof proof) {
    Entry page = new BookEntry.Proven(proof).entry();
    if (add(page)) {
      shelves.give(List.of(page));
    }
    Book book = library.book(proof.subject());
    if (book != null && book.proof() != null && current != null) {
      follow(reckoned(current));
    }
  }

  /**
   * Who is out answers for no keys any more; what it holds goes to others first. Who is relieved,
   * or has not earned more, leads fewer tasks, and keeps what it holds.
   */
  private void follow(Reckoning latest) {
    gate.follow(latest);
    Map<Key, Integer> limited = latest.limited();
    Map<Endpoint, Integer> shares = new HashMap<>();
    Set<Endpoint> out = new HashSet<>();
    for (PeerClaim claim : members.all()) {
      Peer peer = claim.peer();
      Key name = BookPlace.name(peer);
      Integer share = limited.get(name);
      if (claim.life() != PeerClaim.Life.LIVING || gate.isPinned(name)) {
        continue;
      }
      if (share != null) {
        shares.put(peer.address(), share);
      }
      if (latest.standing(name).isExcluded() && !name.equals(self)) {
        out.add(peer.address());
      }
    }
    members.exclude(out);
    members.limit(new TaskShares(shares));
  }

  public RpcMessage.Chapters onListPages(RpcMessage.ListPages asked) {
    return shelf.onListPages(asked);
  }

  public RpcMessage.Pages onReadPages(RpcMessage.ReadPages asked) {
    return shelf.onReadPages(asked);
  }

  public boolean admits(Entry entry, long now) {
    return shelf.admits(entry, now);
  }

  /** Null if that peer gets what it asks for. */
  public RpcMessage.@Nullable Refused refuses(long now, Endpoint from, Gate.Service service) {
    PeerClaim claim = members.about(from);
    if (!isOn() || claim == null) {
      return null;
    }
    Period period = Period.of(now, settings.periodNanos());
    Signed<Refusal> why = gate.refuses(period, BookPlace.name(claim.peer()), service);
    return why == null ? null : new RpcMessage.Refused(why.bytes());
  }

  /**
   * When this peer may run a task of that owner's crawls: at once, or in the next period if it has
   * kept enough for somebody who contributes little.
   */
  public long mayRun(long now, @Nullable Key owner) {
    if (!isOn() || owner == null || owner.equals(self)) {
      return now;
    }
    Period period = Period.of(now, settings.periodNanos());
    return gate.isFull(period, owner) ? (period.number() + 1L) * settings.periodNanos() : now;
  }

  /** These pieces were captured here for that peer's crawls, and are kept. */
  public void captured(long now, @Nullable Key owner, List<EntryId> pieces) {
    if (!isOn() || owner == null || owner.equals(self)) {
      return;
    }
    long length = 0;
    for (EntryId each : pieces) {
      Entry piece = results.get(each);
      length += piece == null ? 0 : piece.body().length;
    }
    gate.captured(Period.of(now, settings.periodNanos()), owner, length);
  }

  /** Who refused this peer something in this period or the one before, the latest last. */
  public List<RefusedBy> refusedBy(long now) {
    Period period = Period.of(now, Math.max(1, settings.periodNanos()));
    return gate.refusedBy().stream()
        .filter(each -> period.since(each.says().period()) <= 1)
        .toList();
  }

  /** Whether tasks of that peer's crawls come before others'; who is not known yet is favoured. */
  public boolean favours(long now, @Nullable Key owner) {
    return !isOn()
        || owner == null
        || gate.refusal(Period.of(now, settings.periodNanos()), owner, Gate.Service.CRAWL_PRIORITY)
            == null;
  }

  /** Somebody refused this peer something. */
  public void refused(Endpoint by, RpcMessage.Refused refusal) {
    Signed<Statement> why = Signed.read(ByteBuffer.wrap(refusal.signed()));
    PeerClaim claim = members.about(by);
    if (why != null
        && why.says() instanceof Refusal says
        && says.requester().equals(self)
        && claim != null
        && Arrays.equals(claim.peer().credentials().signingKey(), why.publicKey())) {
      gate.refusedBy(by, new Signed<>(says, why.publicKey(), why.signature()));
    }
  }

  /** Pins a peer, bans it, or takes both back. */
  public void decide(Key peer, boolean pin, boolean ban) {
    gate.decide(peer, pin, ban);
  }

  /** The same, for people: which pages are disputed is found out meanwhile, for the next look. */
  public TrustView look(long now) {
    Reckoning latest = reckoning;
    if (latest != null) {
      nameDisputes(latest);
    }
    return view(now);
  }

  /** All that people may want to know. */
  public TrustView view(long now) {
    Reckoning latest = reckoning;
    Period period = isOn() ? Period.of(now, settings.periodNanos()) : new Period(0);
    return TrustView.of(
        self, period, latest, library, gate, members, audits, addresses, checks.made(), signed);
  }
}
