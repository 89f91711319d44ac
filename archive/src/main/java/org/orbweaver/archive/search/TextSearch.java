package org.orbweaver.archive.search;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.AccessRules;

/** Asks the text indexes of several collections at once. */
public final class TextSearch implements WordSearch, AutoCloseable {
  /** So few differing bits of two pages' SimHashes make them one answer. */
  private static final int NEAR = 3;

  private static final int MOST_HITS = 1_000;
  private static final Set<String> SHOWN =
      Set.of(TextIndex.TITLE, "content_type", "content_language");

  private final OpenIndexes indexes;
  private final Supplier<AccessRules> rules;

  /**
   * @param indexes which need not be there yet
   */
  public TextSearch(List<TextIndex> indexes, AccessRules access) throws IOException {
    this(indexes, () -> access);
  }

  /**
   * @param rules of the moment
   */
  public TextSearch(List<TextIndex> indexes, Supplier<AccessRules> rules) throws IOException {
    this.rules = rules;
    this.indexes = new OpenIndexes(indexes);
  }

  /** Whether there is nothing yet to search in. */
  @Override
  public boolean isEmpty() throws IOException {
    IndexSearcher searcher = indexes.borrow();
    try {
      return searcher.getIndexReader().maxDoc() == 0;
    } finally {
      OpenIndexes.giveBack(searcher);
    }
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
      int alike) {
    /** The snippet for who reads no HTML. */
    public String plainSnippet() {
      String marked = snippet.replace("<b>", "").replace("</b>", "");
      return Parser.unescapeEntities(marked, false).replaceAll("\\s+", " ").strip();
    }
  }

  /**
   * @param heard who answered, if others were asked, as a sentence; else nothing
   */
  public record Answer(long found, List<Hit> hits, String heard) {}

  @Override
  public Answer search(Question question) throws IOException {
    IndexSearcher searcher = indexes.borrow();
    try {
      return search(question, searcher);
    } finally {
      OpenIndexes.giveBack(searcher);
    }
  }

  private Answer search(Question question, IndexSearcher searcher) throws IOException {
    AccessRules access = rules.get();
    Query query = new WordsQuery(question, access.noindexHolds()).query();
    TopDocs top = searcher.search(query, Math.min(MOST_HITS, 10 * question.limit()));
    List<HitCandidate> candidates = HitCandidate.of(searcher.getIndexReader(), top);
    List<Folded> chosen = new ArrayList<>();
    Map<String, Instant> first = new HashMap<>();
    for (HitCandidate each : candidates) {
      if (!access.isShown(each.url(), each.at())) {
        continue;
      }
      first.merge(each.url(), each.at(), (one, other) -> one.isBefore(other) ? one : other);
      Folded known = near(chosen, each);
      if (known != null) {
        known.alike++;
      } else if (chosen.size() < question.limit()) {
        chosen.add(new Folded(each));
      }
    }
    int[] numbers = chosen.stream().mapToInt(each -> each.first.document()).toArray();
    String[] snippets = snippets(searcher, query, numbers);
    StoredFields stored = searcher.storedFields();
    List<Hit> hits = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      HitCandidate shown = chosen.get(i).first;
      Document document = stored.document(numbers[i], SHOWN);
      hits.add(
          new Hit(
              shown.url(),
              shown.at(),
              first.getOrDefault(shown.url(), shown.at()),
              document.get(TextIndex.TITLE),
              document.get("content_type"),
              document.get("content_language"),
              snippets[i] == null ? "" : snippets[i],
              chosen.get(i).alike));
    }
    return new Answer(top.totalHits.value(), hits, "");
  }

  /** An answer, and how many were folded into it. */
  private static final class Folded {
    private final HitCandidate first;
    private int alike;

    Folded(HitCandidate first) {
      this.first = first;
    }
  }

  private static @Nullable Folded near(List<Folded> chosen, HitCandidate candidate) {
    for (Folded each : chosen) {
      long difference = each.first.simHash() ^ candidate.simHash();
      if (Long.bitCount(difference) <= NEAR || each.first.url().equals(candidate.url())) {
        return each;
      }
    }
    return null;
  }

  private static String[] snippets(IndexSearcher searcher, Query query, int[] numbers)
      throws IOException {
    if (numbers.length == 0) {
      return new String[0];
    }
    UnifiedHighlighter highlighter =
        UnifiedHighlighter.builder(searcher, TextIndex.analyzer())
            .withFormatter(
                new org.apache.lucene.search.uhighlight.DefaultPassageFormatter(
                    "<b>", "</b>", " … ", true))
            .withMaxLength(100_000)
            .build();
    Map<String, String[]> found =
        highlighter.highlightFields(new String[] {TextIndex.BODY}, query, numbers, new int[] {2});
    return found.getOrDefault(TextIndex.BODY, new String[numbers.length]);
  }

  @Override
  public void close() throws IOException {
    indexes.close();
  }
}
