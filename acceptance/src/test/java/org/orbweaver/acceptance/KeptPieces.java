package org.orbweaver.acceptance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Piece;

/** What lies on the disks of peers that have ended, and what living ones sent to fill others. */
final class KeptPieces {
  private KeptPieces() {}

  private static PieceDisk open(PeerProcess peer) throws IOException {
    return PieceDisk.open(peer.data().resolve("results"), peer.data(), Runnable::run);
  }

  /** What is there, read back. */
  static Map<EntryId, Entry> of(PeerProcess peer) throws IOException {
    Map<EntryId, Entry> found = new TreeMap<>();
    try (PieceDisk disk = open(peer)) {
      for (Entry name : disk.from(EntryId.FIRST, Integer.MAX_VALUE)) {
        Entry piece = disk.readBack(name.id());
        if (piece != null && Piece.isGenuine(piece)) {
          found.put(piece.id(), piece);
        }
      }
    }
    return found;
  }

  static long bytes(PeerProcess peer) throws IOException {
    return of(peer).values().stream().mapToLong(piece -> piece.body().length).sum();
  }

  /** On how many of these disks each piece is. */
  static Map<EntryId, Integer> copies(List<PeerProcess> peers) throws IOException {
    Map<EntryId, Integer> copies = new TreeMap<>();
    for (PeerProcess peer : peers) {
      of(peer).keySet().forEach(id -> copies.merge(id, 1, Integer::sum));
    }
    return copies;
  }

  /** Every third row of what the peer keeps, names and all, is gone; returns which. */
  static List<EntryId> lose(PeerProcess peer) throws IOException {
    List<EntryId> lost = new ArrayList<>();
    try (PieceDisk disk = open(peer)) {
      List<Entry> all = disk.from(EntryId.FIRST, Integer.MAX_VALUE);
      for (int i = 0; i < all.size(); i += 3) {
        lost.add(all.get(i).id());
        disk.delete(all.get(i).id());
      }
    }
    return lost;
  }

  /** What these have sent to those who lacked it, since they started. */
  static long repaired(List<PeerProcess> peers) {
    long sum = 0;
    for (PeerProcess peer : peers) {
      PeerStatus status = peer.status();
      sum += status == null ? 0 : status.keeping().repairBytes();
    }
    return sum;
  }
}
