package org.orbweaver.overlay.lab;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.trust.Sight;
import org.orbweaver.trust.VouchedCapture;

/**
 * Looks at pages of a web in which everybody works and nobody lies. No page is the same twice; that
 * it is the same page all the same, its words would say.
 */
final class HonestInspector implements Inspector {
  private static final long FETCH_NANOS = Duration.ofMillis(200).toNanos();
  private static final int EXTRACTOR = 1;

  private final VirtualClock clock;
  private final LabPeer peer;

  HonestInspector(VirtualClock clock, LabPeer peer) {
    this.clock = clock;
    this.peer = peer;
  }

  /** What a peer says of a page that it fetched. */
  static VouchedCapture vouched(String uri, byte[] page, List<String> links, long now) {
    return new VouchedCapture(
        VouchedCapture.name(uri),
        VouchedCapture.payload(page),
        VouchedCapture.links(links),
        EXTRACTOR,
        now);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a peer that was switched off and on is another
  public void inspect(Exhibit exhibit, Consumer<Seen> told) {
    OverlayNode asked = peer.node();
    Seen same =
        new Seen(Sight.AS_COMMITTED, TaskKey.host(exhibit.uri()).hashCode(), new byte[0], null);
    clock.at(
        clock.now() + FETCH_NANOS,
        now -> {
          if (peer.node() == asked) {
            peer.execute(() -> told.accept(same));
          }
        });
  }

  @Override
  public byte[] links(int version, String address, byte[] page) {
    return new byte[0];
  }
}
