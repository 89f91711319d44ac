package org.orbweaver.indexer.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.kademlia.Key;

/**
 * One infohash as the ledger has it; times in seconds.
 *
 * @param failures in a row; for a fetched torrent, how often its swarm was found empty in a row
 * @param due {@link #NEVER} if nothing will happen by itself
 * @param settled when the last outcome came
 */
record LedgerRow(
    Key hash, HashState state, int failures, WorkState turn, long due, long hits, long settled) {
  static final long NEVER = -1;
  static final String COLUMNS = "hash, state, failures, turn, due, hits, settled";

  static LedgerRow read(ResultSet row) throws SQLException {
    long seconds = row.getLong(5);
    long due = row.wasNull() ? NEVER : seconds; // asks about the last column read
    return new LedgerRow(
        Key.read(row.getBytes(1), 0),
        HashState.of(row.getInt(2)),
        row.getInt(3),
        WorkState.of(row.getInt(4)),
        due,
        row.getLong(6),
        row.getLong(7));
  }

  Triage triage(long seconds) {
    boolean ripe = turn != WorkState.COUNT && due != NEVER && due <= seconds;
    return switch (state) {
      case FETCHED, PRIVATE, BLOCKED -> Triage.SETTLED;
      case GIVEN_UP ->
          turn == WorkState.LOOKUP || ripe
              ? Triage.DUE
              : turn == WorkState.LEASED ? Triage.LATER : Triage.SETTLED;
      case NEW, LOOKED_UP, NO_PEERS, FAILED ->
          turn == WorkState.LOOKUP || ripe ? Triage.DUE : Triage.LATER;
    };
  }
}
