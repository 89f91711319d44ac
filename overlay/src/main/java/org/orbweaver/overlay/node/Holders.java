package org.orbweaver.overlay.node;

import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;

/** Who keeps what, as far as this peer knows. */
interface Holders {
  /** Where each key's entries belong; never changed after. */
  interface Placement {
    /** Those who keep the key's entries and live, the primary first. */
    List<Peer> of(Key key);

    /** Whether all who should keep them live. */
    boolean isComplete(Key key);

    /** So many of those who live, the closest first, whoever should keep what. */
    List<Peer> living(Key key, int most);

    /** Living peers that keep what is new in place of those who are away. */
    List<Peer> standIns(Key key);
  }

  Members members();

  default Endpoint self() {
    return members().self().address();
  }

  /** Whether this peer has told the others that it goes, and keeps nothing any more. */
  default boolean isLeaving() {
    return members().self().virtualNodes() == 0;
  }

  /** The same object until something changes. */
  Placement now();

  /** Whether that peer lives and has told that it goes. */
  default boolean isLeaving(Endpoint other) {
    PeerClaim claim = members().about(other);
    return claim != null
        && claim.life() == PeerClaim.Life.LIVING
        && claim.peer().virtualNodes() == 0;
  }

  /** Whether that peer lives, and with the disk that it had then. */
  default boolean hasItsDisk(Peer then) {
    PeerClaim claim = members().about(then.address());
    return claim != null
        && claim.life() == PeerClaim.Life.LIVING
        && claim.peer().disk() == then.disk();
  }

  /**
   * Equal for peers that would have the same disks keep these entries if nobody else came back, and
   * by chance for hardly any others.
   */
  long fingerprint(List<EntryId> ids);
}
