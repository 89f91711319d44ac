package org.orbweaver.archive.search;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;

/**
 * A document that answers a question, as far as it must be known to fold what is alike. That comes
 * from columns: the pages themselves, ten for each one that is shown, are not read.
 */
record HitCandidate(int document, String url, Instant at, long simHash) {
  /** In the order of the answers. */
  static List<HitCandidate> of(IndexReader reader, TopDocs top) throws IOException {
    ScoreDoc[] ordered = top.scoreDocs.clone();
    // Columns are read forwards only.
    Arrays.sort(ordered, Comparator.comparingInt(each -> each.doc));
    List<LeafReaderContext> parts = reader.leaves();
    HitCandidate[] byDocument = new HitCandidate[ordered.length];
    int at = 0;
    while (at < ordered.length) {
      LeafReaderContext part = parts.get(ReaderUtil.subIndex(ordered[at].doc, parts));
      SortedDocValues urls = DocValues.getSorted(part.reader(), TextIndex.URL);
      SortedNumericDocValues times = DocValues.getSortedNumeric(part.reader(), TextIndex.AT);
      NumericDocValues hashes = DocValues.getNumeric(part.reader(), TextIndex.SIMHASH);
      int end = part.docBase + part.reader().maxDoc();
      for (; at < ordered.length && ordered[at].doc < end; at++) {
        int document = ordered[at].doc - part.docBase;
        if (!urls.advanceExact(document)
            || !times.advanceExact(document)
            || !hashes.advanceExact(document)) {
          throw new IOException("the text index is damaged: make it anew");
        }
        byDocument[at] =
            new HitCandidate(
                ordered[at].doc,
                urls.lookupOrd(urls.ordValue()).utf8ToString(),
                Instant.ofEpochMilli(times.nextValue()),
                hashes.longValue());
      }
    }
    int[] documents = Arrays.stream(ordered).mapToInt(each -> each.doc).toArray();
    List<HitCandidate> candidates = new ArrayList<>(ordered.length);
    for (ScoreDoc each : top.scoreDocs) {
      candidates.add(byDocument[Arrays.binarySearch(documents, each.doc)]);
    }
    return candidates;
  }
}
