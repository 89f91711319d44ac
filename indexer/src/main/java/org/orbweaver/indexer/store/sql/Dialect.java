package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.kademlia.Key;

/**
 * Where the two engines differ. SQLite runs in our own process, so a statement per row in one
 * transaction is as good as it gets; PostgreSQL is a network away, so everything goes there in one
 * statement.
 */
interface Dialect {
  /** As in the names of the migration files. */
  String name();

  String bytesType();

  String idType();

  String byKeyClause();

  /** Appended to a SELECT whose rows are about to be claimed. */
  String skipLocked();

  /** Only one process migrates at a time. */
  void lockSchema(Statement statement) throws SQLException;

  /**
   * Counts the asks for hashes that the ledger has, in key order.
   *
   * @param wakeBefore a given-up hash that was settled before this may be tried again
   * @return those that it does not have
   */
  List<ObservedHash> noteKnown(
      Connection connection, Collection<ObservedHash> sightings, long seconds, long wakeBefore)
      throws SQLException;

  /**
   * Takes new hashes into the ledger, to be looked up at once, in key order.
   *
   * @return how many rows are new: another indexer may have been quicker
   */
  int takeIn(Connection connection, Collection<ObservedHash> sightings, long seconds)
      throws SQLException;

  /**
   * Reads the ledger's rows for these keys, in key order, as far as they exist.
   *
   * @param lock whether nobody else may change them until the transaction ends
   */
  List<LedgerRow> rows(Connection connection, SequencedCollection<Key> keys, boolean lock)
      throws SQLException;

  /** Row numbers for new torrents, each larger than any before. */
  List<Long> newIds(Connection connection, int count) throws SQLException;

  /** The swarms of these torrents, as far as they exist. */
  Map<Key, SwarmRow> swarms(Connection connection, SequencedCollection<Key> keys)
      throws SQLException;

  /** One torrent's swarm as it stands. */
  record SwarmRow(long id, int seeders, int leechers, long counted) {}

  /** Puts torrents into a word index. */
  void index(Connection connection, WordTable table, Collection<IndexedText> texts)
      throws SQLException;

  /** Takes torrents out of a word index, if they are there. */
  void unindex(Connection connection, WordTable table, Collection<Long> ids) throws SQLException;

  /**
   * The SQL of a search.
   *
   * @param numbers only torrents with these are looked at
   */
  SearchStatements search(WordTable table, IndexQuery query, SearchQuery.Range numbers);

  /** Takes away what is quicker built again than kept up. */
  void beforeLoading(Connection connection) throws SQLException;

  /** Builds it again, if it is not there; also called when a store is opened. */
  void afterLoading(Connection connection) throws SQLException;

  /** Merges the parts of the word index and renews the planner's statistics. */
  void optimize(Connection connection) throws SQLException;

  /**
   * By how many seconds the database's clock is ahead of this machine's; 0 where the database is on
   * this machine, or nearly right.
   */
  long secondsAhead(Connection connection) throws SQLException;

  /** Bytes on disk that hold something. */
  long bytes(Connection connection) throws SQLException;

  /** Whether {@link #bytes} stays the same when rows are deleted. */
  boolean keepsFreedSpace();

  /** Gives space that was freed back to the file system, as far as the engine can in a moment. */
  void shrink(Connection connection) throws SQLException;
}
