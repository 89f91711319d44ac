package org.orbweaver.overlay.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.trust.Sight;

/**
 * A web in virtual time that notes who fetched what, and whether a host was asked twice at once.
 */
final class LabWeb {
  private static final long FETCH = Duration.ofSeconds(1).toNanos();
  private static final long REST = Duration.ofMillis(200).toNanos();
  private static final int PIECES = 2;

  private final VirtualClock clock;
  private final LinkGraph graph;
  private final Map<String, List<String>> fetches = new HashMap<>();
  private final Map<String, Integer> asking = new HashMap<>();
  private final Map<String, Long> restsUntil = new HashMap<>();
  private int looks;
  private int rude;

  LabWeb(VirtualClock clock, LinkGraph graph) {
    this.clock = clock;
    this.graph = graph;
  }

  /** Who fetched each page for its task. */
  Map<String, List<String>> fetches() {
    return fetches;
  }

  /** Pages fetched to compare. */
  int looks() {
    return looks;
  }

  /** Times that a host was asked while it was asked by another, or had a right to rest. */
  int rude() {
    return rude;
  }

  /** What the origin serves, to everybody and always. */
  static byte[] page(String uri) {
    byte[] page = new byte[300];
    new SplittableRandom(uri.hashCode()).nextBytes(page);
    return page;
  }

  private void begin(String host) {
    if (asking.merge(host, 1, Integer::sum) > 1
        || restsUntil.getOrDefault(host, 0L) > clock.now()) {
      rude++;
    }
  }

  private void end(String host) {
    asking.merge(host, -1, Integer::sum);
    restsUntil.put(host, clock.now() + REST);
  }

  /** Whether each of the pieces that a result names is somewhere and all of them are the page. */
  static boolean isTrue(Task task, Result result, Collection<LabDisk> somewhere) {
    byte[] all = new byte[0];
    for (EntryId id : result.pieces(task.id().key())) {
      byte[] more =
          somewhere.stream()
              .map(disk -> disk.get(id))
              .filter(Objects::nonNull)
              .findFirst()
              .map(Piece::bytes)
              .orElse(new byte[0]);
      int from = all.length;
      all = Arrays.copyOf(all, from + more.length);
      System.arraycopy(more, 0, all, from, more.length);
    }
    return Arrays.equals(all, page(task.uri()));
  }

  /**
   * @param brings what it makes of a page
   */
  Visitor visitor(String name, LabDisk results, BiFunction<String, byte[], byte[]> brings) {
    return new Visitor(name, results, brings);
  }

  /** Fetches for one peer, in turns that its node asks for. */
  final class Visitor implements Runner, Inspector {
    private final String name;
    private final LabDisk results;
    private final BiFunction<String, byte[], byte[]> brings;
    private @Nullable OverlayNode node;
    private Executor host = work -> {};

    private Visitor(String name, LabDisk results, BiFunction<String, byte[], byte[]> brings) {
      this.name = name;
      this.results = results;
      this.brings = brings;
    }

    void works(OverlayNode at, Executor on) {
      node = at;
      host = on;
    }

    private OverlayNode node() {
      if (node == null) {
        throw new IllegalStateException(name + " does not work yet");
      }
      return node;
    }

    @Override
    public String lane(Task task) {
      return TaskKey.host(task.uri());
    }

    @Override
    public void lend(Task task, @Nullable Result before, Lending lending) {
      lending.may((summary, isUnchanged) -> {});
    }

    @Override
    public void run(Task task, Finish finish) {
      String site = TaskKey.host(task.uri());
      node()
          .takeTurn(
              clock.now(),
              task.id(),
              Leases.name(site),
              new Leases.Asker() {
                @Override
                public void granted(long now, Leases.Lease lease) {
                  fetch(
                      site,
                      () -> node().endTurn(clock.now(), task.id(), lease, REST),
                      () -> finish.done(outcome(task)));
                }

                @Override
                public void refused(long now, long waitNanos) {
                  finish.later(waitNanos);
                }
              });
    }

    private void fetch(String site, Runnable giveBack, Runnable then) {
      begin(site);
      clock.at(
          clock.now() + FETCH,
          now -> {
            end(site);
            host.execute(
                () -> {
                  giveBack.run();
                  then.run();
                });
          });
    }

    private Outcome outcome(Task task) {
      fetches.computeIfAbsent(task.uri(), uri -> new ArrayList<>()).add(name);
      byte[] page = brings.apply(task.uri(), page(task.uri()));
      List<Entry> pieces = new ArrayList<>();
      Key key = task.id().key();
      int each = Math.ceilDiv(page.length, PIECES);
      for (int from = 0; from < page.length; from += each) {
        byte[] piece = Arrays.copyOfRange(page, from, Math.min(page.length, from + each));
        pieces.add(Piece.of(Piece.id(key, piece), piece));
      }
      pieces.forEach(results::put);
      return new Outcome(
          SealedSwarm.truth(task.uri()),
          graph.links(task.uri()).stream().map(FoundLink::to).toList(),
          pieces.stream().map(Entry::id).toList());
    }

    @Override
    public void inspect(Exhibit exhibit, Consumer<Seen> told) {
      told.accept(Seen.nothing());
    }

    @Override
    public byte @Nullable [] links(int version, String address, byte[] page) {
      return null;
    }

    @Override
    public void compare(String uri, byte[] summary, byte[] records, Consumer<Sight> told) {
      String site = TaskKey.host(uri);
      node()
          .leases()
          .take(
              clock.now(),
              Leases.name(site),
              (now, lease) ->
                  fetch(
                      site,
                      () -> node().leases().giveBack(clock.now(), lease, REST),
                      () -> {
                        looks++;
                        told.accept(
                            Arrays.equals(records, page(uri))
                                ? Sight.AS_COMMITTED
                                : Sight.DIFFERENT);
                      }));
    }
  }
}
