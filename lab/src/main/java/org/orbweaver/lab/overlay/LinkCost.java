package org.orbweaver.lab.overlay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.orbweaver.app.Progress;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.rpc.MessageSize;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.rpc.WireBytes;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Plausible;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * What it costs to bring links to their owners (Herodotus §4.4), in four ways, with the messages of
 * this overlay and everything that belongs to them: IP and UDP headers, seals, acknowledgements,
 * lookups, and the copies on r − 1 more peers.
 *
 * <p>One peer's external links come in the order of its pages. It gathers ten for each peer of the
 * swarm, as the paper does, and then sends them. Every link is taken for new to its owner, so that
 * all r copies are made; in a crawl nine of ten are known and cost a third.
 */
public final class LinkCost {
  private static final int LINKS_PER_OWNER = 10;

  /**
   * What the links cost, each way.
   *
   * @param room how many pages of a host one peer takes before the host is split
   * @param leaveWithHostKeys the share of all links whose owner is not the owner of their page
   * @param repeated the share of external links that this peer has sent before
   */
  public record Report(
      int peers,
      int copies,
      String links,
      long pages,
      long allLinks,
      long externalLinks,
      double bytesPerUrl,
      int room,
      double leaveWithHostKeys,
      double leaveWithUrlKeys,
      double repeated,
      List<Way> ways) {}

  /**
   * One way to bring them.
   *
   * @param bytesPerLinkAndCopy bytes of all messages, per link sent and per copy of it
   */
  public record Way(
      String name,
      long linksSent,
      long messages,
      double linksPerMessage,
      double bytesPerLink,
      double bytesPerLinkAndCopy) {}

  private final int peers;
  private final int copies;
  private final int room;
  private final LinkSet links;
  private final Progress progress;
  private final MembershipView view;

  public LinkCost(
      int peers, int copies, int virtualNodes, int room, LinkSet links, Progress progress) {
    this.peers = peers;
    this.copies = copies;
    this.room = room;
    this.links = links;
    this.progress = progress;
    List<Peer> members = new ArrayList<>(peers);
    for (int i = 0; i < peers; i++) {
      Endpoint address = Endpoint.v4(0x0A00_0000 | i + 1, 7000);
      members.add(new Peer(address, virtualNodes, i, 1, Credentials.NONE));
    }
    view = MembershipView.of(members);
  }

  public Report run() {
    Survey survey = new Survey();
    try {
      links.visit(survey);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> external = survey.external;
    List<Way> ways = new ArrayList<>();
    ways.add(lookupPerUrl(external));
    ways.add(batchedLookups(external));
    ways.add(ringWalk(external));
    ways.add(ours("ours", external, List.of()));
    ways.add(ours("ours, with who linked", external, survey.linking));
    return new Report(
        peers,
        copies,
        links.name(),
        survey.pages,
        survey.all,
        external.size(),
        external.stream().mapToInt(String::length).average().orElse(0),
        room,
        (double) survey.leaveByHost / survey.all,
        (double) survey.leaveByUrl / survey.all,
        1 - (double) new HashSet<>(external).size() / external.size(),
        ways);
  }

  private Peer owner(Task task) {
    return view.closest(task.id().key(), 1).getFirst();
  }

  private static Task byUrl(String url) {
    return Task.of(CrawlId.numbered(1), url).atDepth(1).at(TaskKey.HIGHEST_LEVEL);
  }

  private record Owners(Peer byHost, Peer byUrl) {}

  /** Goes by all links and counts those that leave; collects the external ones. */
  private final class Survey implements LinkSet.Visitor {
    private final Placement placement = new Placement(room);
    private final Map<String, Owners> known = new HashMap<>();
    private final List<String> external = new ArrayList<>();
    private final List<String> linking = new ArrayList<>();
    private long pages;
    private long all;
    private long leaveByHost;
    private long leaveByUrl;

    @Override
    public void page(String url, List<String> targets) {
      Owners its = owners(url);
      String host = TaskKey.host(url);
      for (String target : targets) {
        if (!Plausible.uri(target)) {
          continue; // too long for a task, which is never sent
        }
        all++;
        Owners owners = owners(target);
        leaveByHost += owners.byHost.equals(its.byHost) ? 0 : 1;
        leaveByUrl += owners.byUrl.equals(its.byUrl) ? 0 : 1;
        if (!TaskKey.host(target).equals(host)) {
          external.add(target);
          linking.add(url);
        }
      }
      if (++pages % 1000 == 0) {
        progress.at(0, pages + " pages read");
      }
    }

    private Owners owners(String url) {
      return known.computeIfAbsent(
          url, u -> new Owners(owner(placement.place(u)), owner(byUrl(u))));
    }
  }

  private static long onTheWire(int message) {
    int bytes = message + Handshakes.SEAL_BYTES;
    return (long) bytes + WireBytes.headers(bytes);
  }

  private static final class Bill {
    private long links;
    private long messages;
    private long bytes;

    void add(int message) {
      messages++;
      bytes += onTheWire(message);
    }

    Way way(String name, int copies) {
      double each = (double) bytes / links;
      return new Way(name, links, messages, (double) links / messages, each, each / copies);
    }
  }

  /**
   * STORE_TASK and its answer; STORE_BACKUP and its answers. In favour of the paper's ways, the
   * backups of a batch all go to the same peers, as on a ring without virtual nodes.
   */
  private void store(Bill bill, Collection<Task> batch, RpcMessage.Stored answer) {
    List<Entry> entries = batch.stream().map(Task::queued).toList();
    bill.links += batch.size();
    bill.add(MessageSize.plain(new RpcMessage.StoreTask(entries)));
    bill.add(MessageSize.plain(answer));
    for (int copy = 1; copy < copies; copy++) {
      bill.add(MessageSize.plain(new RpcMessage.StoreBackup(entries, false)));
      bill.add(MessageSize.plain(RpcMessage.Kept.HERE));
    }
  }

  private static RpcMessage.Stored stored(int count, List<PeerClaim> peers) {
    return new RpcMessage.Stored(new byte[count], peers);
  }

  /** A lookup in log n hops for each link, and a message for each (§4.4.2). */
  private Way lookupPerUrl(List<String> urls) {
    Bill bill = new Bill();
    LookupPath path = new LookupPath(view);
    for (String url : urls) {
      Task task = byUrl(url);
      lookup(bill, path, task);
      store(bill, List.of(task), stored(1, List.of()));
    }
    return bill.way("lookup per URL", copies);
  }

  /** A lookup for each link, but they wait for others with the same owner. */
  private Way batchedLookups(List<String> urls) {
    Bill bill = new Bill();
    LookupPath path = new LookupPath(view);
    for (List<String> load : loads(urls)) {
      Map<Endpoint, List<Task>> byOwner = new TreeMap<>();
      for (String url : load) {
        Task task = byUrl(url);
        lookup(bill, path, task);
        byOwner.computeIfAbsent(owner(task).address(), a -> new ArrayList<>()).add(task);
      }
      byOwner.values().forEach(b -> store(bill, b, stored(b.size(), List.of())));
    }
    return bill.way("batched, lookup per URL", copies);
  }

  private void lookup(Bill bill, LookupPath path, Task task) {
    int hops = path.hops(task.id().key());
    PeerClaim next = new PeerClaim(view.peers().getFirst(), PeerClaim.Life.LIVING);
    for (int i = 0; i < hops; i++) {
      bill.add(MessageSize.plain(new RpcMessage.FindNode(task.id().key())));
      bill.add(MessageSize.plain(new RpcMessage.Nodes(List.of(next))));
    }
  }

  /** Once around, each peer naming the next (§4.4.3): those without links are visited, too. */
  private Way ringWalk(List<String> urls) {
    Bill bill = new Bill();
    PeerClaim next = new PeerClaim(view.peers().getFirst(), PeerClaim.Life.LIVING);
    for (List<String> load : loads(urls)) {
      Map<Endpoint, List<Task>> byOwner = new TreeMap<>();
      for (String url : load) {
        Task task = byUrl(url);
        byOwner.computeIfAbsent(owner(task).address(), a -> new ArrayList<>()).add(task);
      }
      byOwner.values().forEach(b -> store(bill, b, stored(b.size(), List.of(next))));
      for (int idle = byOwner.size(); idle < peers; idle++) {
        bill.add(MessageSize.plain(new RpcMessage.StoreTask(List.of())));
        bill.add(MessageSize.plain(stored(0, List.of(next))));
      }
    }
    return bill.way("ring walk", copies);
  }

  /**
   * Host keys, owners known, sorted, compressed; what was sent before is not sent again.
   *
   * @param linking the pages that they are on, to be told along; empty for not
   */
  private Way ours(String name, List<String> urls, List<String> linking) {
    Bill bill = new Bill();
    Placement placement = new Placement(room);
    Set<String> sent = new HashSet<>();
    List<Task> fresh = new ArrayList<>();
    for (int i = 0; i < urls.size(); i++) {
      if (sent.add(urls.get(i))) {
        String note = linking.isEmpty() ? "" : " L " + linking.get(i);
        fresh.add(placement.place(urls.get(i)).noted(Task.isNote(note) ? note : ""));
      }
    }
    for (List<Task> load : loads(fresh)) {
      Map<Endpoint, List<Task>> byOwner = new TreeMap<>();
      for (Task task : load) {
        byOwner.computeIfAbsent(owner(task).address(), a -> new ArrayList<>()).add(task);
      }
      byOwner.values().forEach(batch -> storeSqueezed(bill, batch));
    }
    return bill.way(name, copies);
  }

  /** The same as our peers do it: each link's backups go to the peers next closest to its key. */
  private void storeSqueezed(Bill bill, List<Task> batch) {
    List<Entry> entries = new ArrayList<>();
    Map<Endpoint, List<Entry>> backups = new TreeMap<>();
    for (Task task : batch) {
      Entry entry = task.queued();
      entries.add(entry);
      for (Peer holder : view.closest(entry.id().key(), copies).subList(1, copies)) {
        backups.computeIfAbsent(holder.address(), a -> new ArrayList<>()).add(entry);
      }
    }
    entries.sort(Entry.BY_CONTENT);
    bill.links += batch.size();
    bill.add(MessageSize.sent(new RpcMessage.StoreTask(entries)));
    bill.add(MessageSize.sent(stored(batch.size(), List.of())));
    for (List<Entry> copied : backups.values()) {
      copied.sort(Entry.BY_CONTENT);
      bill.add(MessageSize.sent(new RpcMessage.StoreBackup(copied, false)));
      bill.add(MessageSize.sent(RpcMessage.Kept.HERE));
    }
  }

  private <T> List<List<T>> loads(List<T> urls) {
    int size = LINKS_PER_OWNER * peers;
    List<List<T>> loads = new ArrayList<>();
    for (int from = 0; from < urls.size(); from += size) {
      loads.add(urls.subList(from, Math.min(urls.size(), from + size)));
    }
    return loads;
  }

  /** Which part of its host each page is in, as it would come about in a crawl. */
  private static final class Placement {
    private final int room;
    private final Map<String, Task> placed = new HashMap<>();
    private final Map<HostPart, Integer> sizes = new HashMap<>();

    Placement(int room) {
      this.room = room;
    }

    Task place(String url) {
      Task known = placed.get(url);
      if (known != null) {
        return known;
      }
      Task task = Task.of(CrawlId.numbered(1), url).atDepth(1);
      HostPart part = task.part();
      while (part != null && sizes.getOrDefault(part, 0) >= room) {
        task = task.at(task.level() + HostPart.STEP);
        part = task.part();
      }
      if (part != null) {
        sizes.merge(part, 1, Integer::sum);
      }
      placed.put(url, task);
      return task;
    }
  }
}
