package org.orbweaver.indexer.store.sql;

import java.time.Duration;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.StoreSettings;

/** When something is tried again, as a row of the ledger; pure arithmetic. Times in seconds. */
record HashLifecycle(StoreSettings settings) {
  /** The row after its work ended so; a torrent stays fetched whatever is said later. */
  LedgerRow after(LedgerRow row, Outcome outcome, long now) {
    if (row.state() == HashState.FETCHED || row.state() == HashState.BLOCKED) {
      return row;
    }
    return switch (outcome) {
      case Outcome.NoPeers _ -> failed(row, HashState.NO_PEERS, now);
      case Outcome.Failed _ -> failed(row, HashState.FAILED, now);
      case Outcome.LookedUp _ ->
          with(row, HashState.LOOKED_UP, row.failures(), row.turn(), row.due(), now);
      case Outcome.Fetched _ ->
          with(row, HashState.FETCHED, 0, WorkState.COUNT, LedgerRow.NEVER, now);
      case Outcome.Private _ ->
          with(row, HashState.PRIVATE, 0, WorkState.WAITING, LedgerRow.NEVER, now);
      case Outcome.Released _ ->
          with(row, row.state(), row.failures(), WorkState.LOOKUP, now, row.settled());
    };
  }

  LedgerRow blocked(LedgerRow row, long now) {
    return with(row, HashState.BLOCKED, 0, WorkState.WAITING, LedgerRow.NEVER, now);
  }

  /** Its torrent was dropped: not wanted again until somebody asks for it again. */
  LedgerRow dropped(LedgerRow row, long now) {
    return with(
        row, HashState.GIVEN_UP, settings.attempts(), WorkState.WAITING, LedgerRow.NEVER, now);
  }

  /** Empty swarms are counted ever more rarely: most of them stay empty. */
  LedgerRow counted(LedgerRow row, boolean empty, long now) {
    int emptyCounts = empty ? row.failures() + 1 : 0;
    long due = now + backoff(settings.recount(), settings.dropDead(), emptyCounts);
    return with(row, row.state(), emptyCounts, WorkState.WAITING, due, row.settled());
  }

  private LedgerRow failed(LedgerRow row, HashState state, long now) {
    int failures = row.failures() + 1;
    if (failures >= settings.attempts()) {
      return with(row, HashState.GIVEN_UP, failures, WorkState.WAITING, LedgerRow.NEVER, now);
    }
    long due = now + backoff(settings.retryFirst(), settings.retryLast(), failures - 1);
    return with(row, state, failures, WorkState.WAITING, due, now);
  }

  /** Nothing waits for longer, a lease least of all. */
  long longestWait() {
    return Math.max(settings.dropDead().toSeconds(), settings.retryLast().toSeconds());
  }

  private static long backoff(Duration first, Duration last, int doublings) {
    return Math.min(first.toSeconds() << Math.min(doublings, 20), last.toSeconds());
  }

  private static LedgerRow with(
      LedgerRow row, HashState state, int failures, WorkState turn, long due, long settled) {
    return new LedgerRow(
        row.hash(), state, Math.min(failures, Short.MAX_VALUE), turn, due, row.hits(), settled);
  }
}
