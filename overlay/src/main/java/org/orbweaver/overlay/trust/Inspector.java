package org.orbweaver.overlay.trust;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Sight;
import org.orbweaver.trust.VouchedCapture;

/**
 * Looks at the web and at what was stored of it: the seam behind which fetching and reading pages
 * stand. Its work takes time, elsewhere; it calls back on the peer's own thread.
 */
public interface Inspector extends Proof.Extraction {
  /**
   * What is to be looked at.
   *
   * @param capture what its fetcher committed to
   * @param records what the swarm keeps of it
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Exhibit(String uri, VouchedCapture capture, byte[] records) {}

  /**
   * What was seen.
   *
   * @param origin the network of the site, as it was found
   * @param records of what the origin served, to be kept beside the other version; empty if that
   *     was the same
   * @param page bytes whose hash was committed to, from which other links follow than were; null if
   *     there is no such proof
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Seen(Sight sight, long origin, byte[] records, byte @Nullable [] page) {
    public static Seen nothing() {
      return new Seen(Sight.UNREACHED, 0, new byte[0], null);
    }
  }

  /** For swarms without trust. */
  Inspector NONE =
      new Inspector() {
        @Override
        public void inspect(Exhibit exhibit, Consumer<Seen> told) {
          told.accept(Seen.nothing());
        }

        @Override
        public byte @Nullable [] links(int version, String address, byte[] page) {
          return null;
        }
      };

  void inspect(Exhibit exhibit, Consumer<Seen> told);

  /**
   * Looks at a page that a client brought for this peer, and that nobody has committed to yet: does
   * its origin serve the same to us?
   *
   * @param summary what the client says came of the task
   * @param records as it brought them
   */
  default void compare(String uri, byte[] summary, byte[] records, Consumer<Sight> told) {
    told.accept(Sight.UNREACHED);
  }
}
