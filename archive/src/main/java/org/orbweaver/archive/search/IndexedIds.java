package org.orbweaver.archive.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.UnicodeUtil;
import org.jspecify.annotations.Nullable;

/** Which captures a text index had when an update of it began. For one thread. */
final class IndexedIds implements AutoCloseable {
  private final DirectoryReader reader;

  IndexedIds(IndexWriter writer) throws IOException {
    this.reader = DirectoryReader.open(writer);
  }

  /** Whether an index can have it at all: Lucene refuses terms without end. */
  static boolean fits(String id) {
    return UnicodeUtil.calcUTF16toUTF8Length(id, 0, id.length()) <= IndexWriter.MAX_TERM_LENGTH;
  }

  boolean has(String id) {
    Term term = new Term(TextIndex.ID, id);
    try {
      for (LeafReaderContext part : reader.leaves()) {
        PostingsEnum documents = part.reader().postings(term, PostingsEnum.NONE);
        if (documents != null && isAnyAlive(documents, part.reader().getLiveDocs())) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isAnyAlive(PostingsEnum documents, @Nullable Bits alive)
      throws IOException {
    for (int each = documents.nextDoc();
        each != DocIdSetIterator.NO_MORE_DOCS;
        each = documents.nextDoc()) {
      if (alive == null || alive.get(each)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
