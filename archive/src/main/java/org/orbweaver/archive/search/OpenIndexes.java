package org.orbweaver.archive.search;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.FSDirectory;

/**
 * Several text indexes as one to be asked. Each may be made, grow or be made anew meanwhile, also
 * by another process: every two seconds at most, and when somebody asks, that is looked for.
 */
final class OpenIndexes implements AutoCloseable {
  private static final long LOOK_NANOS = Duration.ofSeconds(2).toNanos();

  private final List<TextIndex> indexes;
  private final Map<TextIndex, DirectoryReader> readers = new HashMap<>();
  private final ExecutorService threads;
  private IndexSearcher current;
  private long looked;

  OpenIndexes(List<TextIndex> indexes) throws IOException {
    this.indexes = List.copyOf(indexes);
    // The parts of an index are asked at once, on all cores.
    threads =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("text-search-", 0).factory());
    current = new IndexSearcher(new MultiReader(), threads);
    look();
  }

  /** To be given back. */
  synchronized IndexSearcher borrow() throws IOException {
    if (System.nanoTime() - looked > LOOK_NANOS) {
      look();
    }
    current.getIndexReader().incRef();
    return current;
  }

  static void giveBack(IndexSearcher searcher) throws IOException {
    searcher.getIndexReader().decRef();
  }

  private void look() throws IOException {
    boolean changed = false;
    for (TextIndex index : indexes) {
      DirectoryReader known = readers.get(index);
      if (known != null) {
        DirectoryReader newer = DirectoryReader.openIfChanged(known);
        if (newer != null) {
          known.close();
          readers.put(index, newer);
          changed = true;
        }
      } else if (index.exists()) {
        readers.put(index, DirectoryReader.open(FSDirectory.open(index.directory())));
        changed = true;
      }
    }
    if (changed) {
      IndexReader before = current.getIndexReader();
      // Questions under way keep what they read: it is closed with the last of them.
      MultiReader all = new MultiReader(readers.values().toArray(IndexReader[]::new), false);
      current = new IndexSearcher(all, threads);
      before.close();
    }
    looked = System.nanoTime();
  }

  @Override
  public synchronized void close() throws IOException {
    current.getIndexReader().close();
    for (DirectoryReader reader : readers.values()) {
      reader.close();
    }
    threads.close();
  }
}
