package org.orbweaver.lab.wirespeed;

import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Want;

/**
 * What is asked for. A query's packet is written once, and only its target patched, so each kind
 * knows where that is:
 *
 * <pre>
 *   d1:ad2:id20: ID 6:target20:    TARGET …
 *   d1:ad2:id20: ID 9:info_hash20: TARGET …
 * </pre>
 */
public enum QueryKind {
  FIND_NODE(11) {
    @Override
    int write(QueryWriter writer, long transaction, Key id, Key target) {
      return writer.findNode(transaction, id, target, Want.UNSAID);
    }
  },
  GET_PEERS(14) {
    @Override
    int write(QueryWriter writer, long transaction, Key id, Key target) {
      return writer.getPeers(transaction, id, target, Want.UNSAID, false, false);
    }
  };

  private static final int BEFORE_ID = 12;

  private final int beforeTarget;

  QueryKind(int beforeTarget) {
    this.beforeTarget = beforeTarget;
  }

  int targetOffset() {
    return BEFORE_ID + Key.BYTES + beforeTarget;
  }

  /**
   * Writes the packet.
   *
   * @return its length
   */
  abstract int write(QueryWriter writer, long transaction, Key id, Key target);
}
