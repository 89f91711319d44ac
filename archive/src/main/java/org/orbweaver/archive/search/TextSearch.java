package org.orbweaver.archive.search;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.simple.SimpleQueryParser;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.AccessRules;

/** Asks the text indexes of several collections at once. */
public final class TextSearch implements AutoCloseable {
  /** So few differing bits of two pages' SimHashes make them one answer. */
  private static final int NEAR = 3;

  private static final int MOST_HITS = 1_000;

  private final List<IndexReader> readers = new ArrayList<>();
  private final IndexSearcher searcher;
  private final AccessRules access;

  public TextSearch(List<TextIndex> indexes, AccessRules access) throws IOException {
    this.access = access;
    for (TextIndex index : indexes) {
      readers.add(DirectoryReader.open(FSDirectory.open(index.directory())));
    }
    searcher = new IndexSearcher(new MultiReader(readers.toArray(IndexReader[]::new)));
  }

  /** Null if there is nothing to search in. */
  public static @Nullable TextSearch over(List<TextIndex> indexes, AccessRules access)
      throws IOException {
    return indexes.isEmpty() ? null : new TextSearch(indexes, access);
  }

  /**
   * @param words several must all be there; "…" for phrases, - for not, * at the end of a word
   * @param host, type, language null for any
   */
  public record Question(
      String words,
      @Nullable String host,
      @Nullable String type,
      @Nullable String language,
      Instant from,
      Instant to,
      int limit) {}

  /**
   * @param firstSeen the earliest version among the answers' with this address
   * @param alike further versions and near duplicates folded into this one
   * @param snippet marked with &lt;b&gt; where words were found, otherwise escaped HTML
   */
  public record Hit(
      String url,
      Instant at,
      Instant firstSeen,
      String title,
      String mediaType,
      String language,
      String snippet,
      int alike) {}

  public record Answer(long found, List<Hit> hits) {}

  public Answer search(Question question) throws IOException {
    Query query = query(question);
    TopDocs top = searcher.search(query, Math.min(MOST_HITS, 10 * question.limit()));
    StoredFields stored = searcher.storedFields();
    List<Document> chosen = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    List<int[]> alike = new ArrayList<>();
    Map<String, Instant> first = new HashMap<>();
    for (ScoreDoc each : top.scoreDocs) {
      Document document = stored.document(each.doc);
      Instant at = at(document);
      if (!access.isShown(document.get("url"), at)) {
        continue;
      }
      first.merge(document.get("url"), at, (one, other) -> one.isBefore(other) ? one : other);
      int known = near(chosen, document);
      if (known >= 0) {
        alike.get(known)[0]++;
      } else if (chosen.size() < question.limit()) {
        chosen.add(document);
        numbers.add(each.doc);
        alike.add(new int[1]);
      }
    }
    String[] snippets = snippets(query, numbers);
    List<Hit> hits = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      Document document = chosen.get(i);
      String url = document.get("url");
      hits.add(
          new Hit(
              url,
              at(document),
              first.getOrDefault(url, at(document)),
              document.get(TextIndex.TITLE),
              document.get("content_type"),
              document.get("content_language"),
              snippets[i] == null ? "" : snippets[i],
              alike.get(i)[0]));
    }
    return new Answer(top.totalHits.value(), hits);
  }

  private static Instant at(Document document) {
    return Instant.ofEpochMilli(document.getField("crawl_date").numericValue().longValue());
  }

  private static int near(List<Document> chosen, Document document) {
    for (int i = 0; i < chosen.size(); i++) {
      Document other = chosen.get(i);
      long difference = simHash(other) ^ simHash(document);
      if (other.get("url").equals(document.get("url")) || Long.bitCount(difference) <= NEAR) {
        return i;
      }
    }
    return -1;
  }

  private static long simHash(Document document) {
    return document.getField("simhash").numericValue().longValue();
  }

  private String[] snippets(Query query, List<Integer> numbers) throws IOException {
    if (numbers.isEmpty()) {
      return new String[0];
    }
    UnifiedHighlighter highlighter =
        UnifiedHighlighter.builder(searcher, TextIndex.analyzer())
            .withFormatter(
                new org.apache.lucene.search.uhighlight.DefaultPassageFormatter(
                    "<b>", "</b>", " … ", true))
            .withMaxLength(100_000)
            .build();
    // Highlighted in the order of document numbers' list.
    int[] documents = numbers.stream().mapToInt(Integer::intValue).toArray();
    Map<String, String[]> found =
        highlighter.highlightFields(new String[] {TextIndex.BODY}, query, documents, new int[] {2});
    return found.getOrDefault(TextIndex.BODY, new String[numbers.size()]);
  }

  private static Query query(Question question) {
    SimpleQueryParser parser =
        new SimpleQueryParser(
            TextIndex.analyzer(),
            Map.of(
                TextIndex.TITLE,
                4f,
                TextIndex.BODY,
                1f,
                TextIndex.GERMAN,
                0.7f,
                TextIndex.ENGLISH,
                0.7f,
                "url_words",
                1.5f));
    parser.setDefaultOperator(BooleanClause.Occur.MUST);
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    all.add(parser.parse(question.words()), BooleanClause.Occur.MUST);
    filter(all, "host", question.host());
    filter(all, "content_type", question.type());
    filter(all, "content_language", question.language());
    all.add(
        LongField.newRangeQuery(
            "crawl_date", question.from().toEpochMilli(), question.to().toEpochMilli()),
        BooleanClause.Occur.FILTER);
    return all.build();
  }

  private static void filter(BooleanQuery.Builder all, String field, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      all.add(new TermQuery(new Term(field, value)), BooleanClause.Occur.FILTER);
    }
  }

  @Override
  public void close() throws IOException {
    for (IndexReader reader : readers) {
      reader.close();
    }
  }
}
