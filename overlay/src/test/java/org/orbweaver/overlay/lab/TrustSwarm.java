package org.orbweaver.overlay.lab;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.node.NodeParts;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.overlay.trust.TrustView;
import org.orbweaver.sim.net.LinkModel;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Checking;
import org.orbweaver.trust.JuryOutcome;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Reckoning;
import org.orbweaver.trust.Sight;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.VouchedCapture;

/**
 * Peers that vouch for pages and check each other's, in virtual time, some of them hostile. The
 * world knows what each page is; the peers do not know that it does.
 */
public final class TrustSwarm {
  /** What a peer does. */
  public enum Conduct {
    HONEST,
    /** Does nothing but ask. */
    IDLE,
    /** Fetches nothing, and commits to made-up pages. */
    CLAIMS,
    /** Alters a third of what it fetches. */
    ALTERS,
    /** Says of every page that it is asked to check that it is another. */
    SLANDERS,
    /** Behaves for four periods, then makes everything up. */
    TURNS,
    /** Commits to links that are not on the page. */
    SPAMS_LINKS,
    /** Works, and says of every made-up page that it is as its origin serves it. */
    SHIELDS,
    /** Works, and as a holder of books names every page and shows none. */
    HIDES
  }

  /** One of them. */
  public static final class Member {
    private final int number;
    private final Conduct conduct;
    private final Endpoint address;
    private final LabSignatures signatures;
    private final LabDisk disk;
    private final LabDisk results;
    private final LabJournal journal = new LabJournal();
    private @Nullable OverlayNode node;
    private int brought;

    private Member(int number, Conduct conduct, VirtualClock clock) {
      this.number = number;
      this.conduct = conduct;
      this.address = Endpoint.v4(0x0A00_0000 | number << 8 | 1, 7000);
      this.signatures = new LabSignatures(number);
      this.disk = new LabDisk(clock, SYNC_NANOS, number);
      this.results = new LabDisk(clock, SYNC_NANOS, number);
    }

    public Conduct conduct() {
      return conduct;
    }

    public Key name() {
      return Signed.name(signatures.verifying());
    }

    public OverlayNode node() {
      OverlayNode running = node;
      if (running == null) {
        throw new IllegalStateException("peer " + number + " is switched off");
      }
      return running;
    }

    public boolean isUp() {
      return node != null;
    }

    /** Pages that it brought so far. */
    public int brought() {
      return brought;
    }

    public LabSignatures signatures() {
      return signatures;
    }

    public Endpoint address() {
      return address;
    }
  }

  private static final long SYNC_NANOS = 5_000_000L;
  private static final long FETCH_NANOS = 50_000_000L;
  private static final int BEHAVES = 4;
  private static final Duration LOOKS_AGAIN_AFTER = Duration.ofSeconds(10);
  private static final int EXTRACTOR = 1;

  /**
   * Hosts of the web. To put a peer out takes 82 origins that contradict it, and a host has one
   * primary: with fewer hosts than a swarm's peers have pages in a period, nobody could be put out.
   */
  private static final int HOSTS = 20_011;

  private final VirtualClock clock = new VirtualClock(Duration.ofDays(20_000).toNanos());
  private final SplittableRandom random;
  private final VirtualNetwork network;
  private final OverlaySettings settings;
  private final long periodNanos;
  private final long began;
  private final List<Member> members = new ArrayList<>();
  private final Map<List<Peer>, MembershipView> views = new HashMap<>();
  private final Map<CrawlId, Member> owners = new HashMap<>();

  /** What was committed to and is not what the page says, by its address. */
  private final Map<String, Member> altered = new HashMap<>();

  /** When it was captured. */
  private final Map<String, Period> captured = new HashMap<>();

  /** Who brought what stands under an address. */
  private final Map<String, Member> authors = new HashMap<>();

  /** True pages of which somebody hostile has said that they are others. */
  private final Set<String> slandered = new HashSet<>();

  /** What follows from all books: peers that have read the same share it, as they do views. */
  private final Map<Opinion, Reckoning> reckonings = new HashMap<>();

  /** What the pages of all books say, read once for all. */
  private final Map<EntryId, BookEntry> shown = new HashMap<>();

  private final boolean trusting;
  private final boolean colluding;
  private int pages;
  private long refetches;
  private long bytesBeforeCrashes;

  private record Opinion(Period period, long pages) {}

  public TrustSwarm(Duration period, long seed) {
    this(period, true, false, seed);
  }

  /**
   * @param trusting whether trust is on
   * @param colluding whether the hostile cover for each other, as checkers and as jurors: they find
   *     nothing wrong with each other's pages, and swear to whatever one of them has slandered
   */
  public TrustSwarm(Duration period, boolean trusting, boolean colluding, long seed) {
    this.periodNanos = period.toNanos();
    this.trusting = trusting;
    this.colluding = colluding;
    this.began = clock.now();
    this.random = new SplittableRandom(seed);
    this.network =
        new VirtualNetwork(
            clock, LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(60)), random.split());
    this.settings =
        OverlaySettings.DEFAULT.change().virtualNodes(16).slots(16).flushNanos(200_000_000L).done();
  }

  /** Starts peers that have known each other for long. */
  public void begin(List<Conduct> conducts) {
    for (Conduct conduct : conducts) {
      Member member = new Member(members.size() + 1, conduct, clock);
      members.add(member);
      start(member);
    }
    List<PeerClaim> everybody = new ArrayList<>();
    for (Member member : members) {
      everybody.add(new PeerClaim(member.node().members().self(), PeerClaim.Life.LIVING));
    }
    for (Member member : members) {
      network.execute(member.node(), () -> member.node().members().recall(everybody));
    }
  }

  /** One more, whom nobody knows. */
  public Member join(Conduct conduct) {
    Member member = new Member(members.size() + 1, conduct, clock);
    members.add(member);
    start(member);
    return member;
  }

  private void start(Member member) {
    OverlayNode node =
        new OverlayNode(
            clock.now(),
            (incarnation, virtualNodes) ->
                new Peer(
                    member.address,
                    virtualNodes,
                    member.disk.serial(),
                    incarnation,
                    new Credentials(member.signatures.verifying())),
            new NodeParts(
                    member.conduct == Conduct.HIDES ? new HidingDisk(member.disk) : member.disk,
                    member.results,
                    network,
                    MessageCipher.NONE,
                    PeerVerifier.CREDULOUS,
                    member.signatures,
                    runner(member),
                    random.split(),
                    this::view)
                .trusting(inspector(member), member.journal, trust()),
            member.conduct == Conduct.IDLE
                ? settings.change().virtualNodes(1).slots(1).done()
                : settings);
    member.node = node;
    member.disk.plugInto(work -> network.execute(node, work));
    member.results.plugInto(work -> network.execute(node, work));
    network.attach(node, List.of(member.address));
    network.execute(
        node,
        () ->
            node.join(
                clock.now(),
                members.stream().filter(Member::isUp).limit(3).map(each -> each.address).toList()));
  }

  private TrustSettings trust() {
    return trusting
        ? new TrustSettings(periodNanos, Set.of(), Set.of(), new Shared())
        : TrustSettings.OFF;
  }

  /** Hundreds of peers in one process have no room for as many copies of everything said. */
  private final class Shared implements TrustSettings.Reckoner {
    @Override
    public Reckoning reckon(Collection<Book> books, Period now, long read) {
      reckonings.keySet().removeIf(each -> now.since(each.period) > 1);
      return reckonings.computeIfAbsent(
          new Opinion(now, read), it -> new Reckoning(books, now, Checking.ADAPTIVE));
    }

    @Override
    public @Nullable BookEntry read(Entry page) {
      BookEntry known = shown.get(page.id());
      if (known == null) {
        known = BookEntry.read(page);
        if (known != null) {
          shown.put(page.id(), known);
        }
      }
      return known;
    }
  }

  /** Pulls the plug. */
  public void crash(Member member) {
    bytesBeforeCrashes += bytes(member.node());
    network.detach(member.node());
    member.disk.cutPower(random);
    member.results.cutPower(random);
    member.node = null;
  }

  public void restart(Member member) {
    start(member);
  }

  /** Peers of one opinion share their view. */
  private MembershipView view(Collection<Peer> living) {
    List<Peer> sorted =
        living.stream()
            .map(p -> new Peer(p.address(), p.virtualNodes(), p.disk(), 0, p.credentials()))
            .sorted((a, b) -> a.address().compareTo(b.address()))
            .toList();
    if (views.size() > 64) {
      views.clear();
    }
    return views.computeIfAbsent(sorted, MembershipView::of);
  }

  /** What is on a page. */
  private static byte[] truth(String uri) {
    return ("the page at " + uri).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] links(byte[] page) {
    return VouchedCapture.links(List.of(new String(page, StandardCharsets.UTF_8) + "/next"));
  }

  private Runner runner(Member member) {
    return new Runner() {
      @Override
      public void run(Task task, Finish finish) {
        OverlayNode on = member.node;
        clock.at(
            clock.now() + FETCH_NANOS,
            now -> {
              if (on != null && member.node == on) {
                network.execute(on, () -> finish.done(outcome(member, task, now)));
              }
            });
      }

      @Override
      public @Nullable Key owner(Task task) {
        Member owner = owners.get(task.crawl());
        return owner == null ? null : owner.name();
      }
    };
  }

  private Runner.Outcome outcome(Member member, Task task, long now) {
    byte[] page = truth(task.uri());
    member.brought++;
    boolean lies =
        switch (member.conduct) {
          case CLAIMS -> true;
          case ALTERS -> task.uri().hashCode() % 3 == 0;
          case TURNS -> now - began > BEHAVES * periodNanos;
          case HONEST, IDLE, SLANDERS, SPAMS_LINKS, SHIELDS, HIDES -> false;
        };
    authors.put(task.uri(), member);
    captured.put(task.uri(), Period.of(now, periodNanos));
    if (lies) {
      page = ("made up for " + task.uri()).getBytes(StandardCharsets.UTF_8);
      altered.put(task.uri(), member);
    }
    Entry piece = Piece.cut(task.id().key(), page).getFirst();
    member.results.put(piece);
    byte[] committedLinks =
        member.conduct == Conduct.SPAMS_LINKS
            ? VouchedCapture.links(List.of("http://spam.lab/"))
            : links(page);
    return new Runner.Outcome(
        new byte[8],
        List.of(),
        List.of(piece.id()),
        new VouchedCapture(
            VouchedCapture.name(task.uri()),
            VouchedCapture.payload(page),
            committedLinks,
            EXTRACTOR,
            now));
  }

  private Inspector inspector(Member member) {
    return new Inspector() {
      @Override
      public void inspect(Exhibit exhibit, Consumer<Seen> told) {
        OverlayNode on = member.node;
        refetches++;
        clock.at(
            clock.now() + FETCH_NANOS,
            now -> {
              if (on != null && member.node == on) {
                network.execute(on, () -> told.accept(seen(member, exhibit)));
              }
            });
      }

      @Override
      public byte[] links(int version, String address, byte[] page) {
        return TrustSwarm.links(page);
      }
    };
  }

  private Inspector.Seen seen(Member member, Inspector.Exhibit exhibit) {
    byte[] truth = truth(exhibit.uri());
    long origin = TaskKey.host(exhibit.uri()).hashCode();
    if (colluding && member.conduct != Conduct.HONEST) {
      return sworn(member, exhibit, new Inspector.Seen(Sight.DIFFERENT, origin, truth, null));
    }
    boolean same = Arrays.equals(VouchedCapture.payload(truth), exhibit.capture().payload());
    boolean shields = member.conduct == Conduct.SHIELDS;
    if (member.conduct == Conduct.SLANDERS || (!same && !shields)) {
      return new Inspector.Seen(Sight.DIFFERENT, origin, truth, null);
    }
    boolean follow = shields || Arrays.equals(links(truth), exhibit.capture().links());
    return new Inspector.Seen(Sight.AS_COMMITTED, origin, new byte[0], follow ? null : truth);
  }

  /** What one of the hostile says it saw. */
  private Inspector.Seen sworn(Member member, Inspector.Exhibit exhibit, Inspector.Seen different) {
    Member author = authors.get(exhibit.uri());
    boolean ofTheirs = author != null && author.conduct != Conduct.HONEST;
    if (!ofTheirs && member.conduct == Conduct.SLANDERS) {
      slandered.add(exhibit.uri());
    }
    return !ofTheirs && slandered.contains(exhibit.uri())
        ? different
        : new Inspector.Seen(Sight.AS_COMMITTED, different.origin(), new byte[0], null);
  }

  /** A period in which so many new pages are crawled. */
  public void period(int newPages) {
    crawl(newPages);
    clock.runUntil((clock.now() / periodNanos + 1) * periodNanos + periodNanos / 100);
  }

  public void run(Duration time) {
    clock.runUntil(clock.now() + time.toNanos());
  }

  /** New pages, brought in by all who are up. */
  public void crawl(int newPages) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < newPages; i++) {
      tasks.add(page(pages++));
    }
    List<Member> up = members.stream().filter(Member::isUp).toList();
    for (int i = 0; i < up.size(); i++) {
      int from = i * tasks.size() / up.size();
      int to = (i + 1) * tasks.size() / up.size();
      List<Task> some = List.copyOf(tasks.subList(from, to));
      OverlayNode node = up.get(i).node();
      network.execute(node, () -> node.submit(clock.now(), some, () -> {}));
    }
  }

  /** So many pages of a crawl of that peer's own; nobody counts them but it. */
  public void crawlFor(Member owner, int newPages) {
    CrawlId crawl = CrawlId.numbered(1 + owner.number);
    owners.put(crawl, owner);
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < newPages; i++) {
      tasks.add(Task.of(crawl, "http://own%d.lab/p%d".formatted(i % 101, i / 101)));
    }
    network.execute(owner.node(), () -> owner.node().submit(clock.now(), tasks, () -> {}));
  }

  /** A page of those that were crawled so far. */
  private static Task page(int number) {
    return Task.of(
        CrawlId.numbered(1), "http://h%d.lab/p%d".formatted(number % HOSTS, number / HOSTS));
  }

  /** Pages of which these peers together have not the result, or not all of its bytes. */
  public int missing(Collection<Member> among) {
    int missing = 0;
    for (int number = 0; number < pages; number++) {
      EntryId id = page(number).id();
      Entry done = null;
      for (Member member : among) {
        Entry here = member.disk.get(id);
        done = here != null && Task.isProcessed(here) ? here : done;
      }
      Task task = done == null ? null : Task.of(done);
      List<EntryId> pieces =
          task == null || done == null
              ? List.of()
              : Result.read(task.result(done)).pieces(done.id().key());
      boolean whole =
          !pieces.isEmpty()
              && pieces.stream()
                  .allMatch(piece -> among.stream().anyMatch(it -> it.results.get(piece) != null));
      missing += whole ? 0 : 1;
    }
    return missing;
  }

  public VirtualClock clock() {
    return clock;
  }

  public VirtualNetwork network() {
    return network;
  }

  public List<Member> members() {
    return members;
  }

  /** Addresses of pages that stand in the swarm and are not what the origin serves. */
  public Map<String, Member> altered() {
    return altered;
  }

  /** The period in which the page was captured that stands under an address. */
  public Period captured(String uri) {
    return Objects.requireNonNull(captured.get(uri), "nobody has captured that");
  }

  public int pages() {
    return pages;
  }

  public long refetches() {
    return refetches;
  }

  /** Sent by all, without what membership costs. */
  public long bytes() {
    return bytesBeforeCrashes
        + members.stream().filter(Member::isUp).mapToLong(each -> bytes(each.node())).sum();
  }

  private static long bytes(OverlayNode node) {
    return node.traffic().bytes() - node.traffic().membershipBytes();
  }

  /**
   * Addresses of the pages that are disputed in somebody's eyes, and of which no jury has said that
   * they are as they should be. Which page an accusation is about follows from what the accuser was
   * served: to ask the swarm would cost bytes that are measured.
   */
  public Set<String> disputed(TrustView view) {
    Map<ByteBuffer, String> byVersion = new HashMap<>();
    for (int number = 0; number < pages; number++) {
      String uri = page(number).uri();
      byVersion.put(ByteBuffer.wrap(BookEntry.sha256(BookEntry.sha256(truth(uri)))), uri);
    }
    Set<String> disputed = new HashSet<>();
    for (TrustView.DisputedPage each : view.disputes()) {
      if (each.outcome() == JuryOutcome.OVERRULED) {
        continue; // the page is as it should be, or so a jury says
      }
      disputed.add(
          Objects.requireNonNull(
              byVersion.get(ByteBuffer.wrap(each.accusation().seen())),
              "somebody was served a page that does not exist"));
    }
    return disputed;
  }

  public TrustView view(Member member) {
    return member.node().trust().view(clock.now());
  }

  /** What a person sees who looks twice: by the second time it is known which pages they are. */
  public TrustView look(Member member) {
    network.execute(member.node(), () -> member.node().trust().look(clock.now()));
    run(LOOKS_AGAIN_AFTER);
    return view(member);
  }
}
