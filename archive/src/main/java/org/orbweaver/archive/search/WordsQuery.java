package org.orbweaver.archive.search;

import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.simple.SimpleQueryParser;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.Archive;

/** What a person typed, as Lucene is asked. */
final class WordsQuery {
  private static final Map<String, Float> WEIGHTS =
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
          1.5f);

  /** A phrase is meant word for word: where endings are taken off, it has nothing to find. */
  private static final List<String> EXACT = List.of(TextIndex.TITLE, TextIndex.BODY);

  private static final int LONGEST = 500;

  private final TextSearch.Question question;
  private final boolean noindexHolds;

  /**
   * @param noindexHolds pages whose authors ask not to be found by their words are not
   */
  WordsQuery(TextSearch.Question question, boolean noindexHolds) {
    this.question = question;
    this.noindexHolds = noindexHolds;
  }

  Query query() {
    if (question.words().length() > LONGEST) {
      // Some thousand words are more clauses than Lucene takes, brackets deeper than its stack.
      throw new IllegalArgumentException("a search has at most " + LONGEST + " letters");
    }
    SimpleQueryParser parser = new Parser(TextIndex.analyzer());
    parser.setDefaultOperator(BooleanClause.Occur.MUST);
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    all.add(parser.parse(question.words()), BooleanClause.Occur.MUST);
    all.add(new TermQuery(new Term(TextIndex.UNREAD, TextIndex.YES)), BooleanClause.Occur.MUST_NOT);
    filter(all, "host", question.host());
    filter(all, "content_type", question.type());
    filter(all, "content_language", question.language());
    if (noindexHolds) {
      all.add(
          new TermQuery(new Term(TextIndex.ROBOTS, TextIndex.NOINDEX)),
          BooleanClause.Occur.MUST_NOT);
    }
    if (question.from().isAfter(Archive.DAWN) || question.to().isBefore(Archive.END_OF_TIME)) {
      all.add(
          LongField.newRangeQuery(
              TextIndex.AT, question.from().toEpochMilli(), question.to().toEpochMilli()),
          BooleanClause.Occur.FILTER);
    }
    return all.build();
  }

  private static void filter(BooleanQuery.Builder all, String field, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      all.add(new TermQuery(new Term(field, value)), BooleanClause.Occur.FILTER);
    }
  }

  private static final class Parser extends SimpleQueryParser {
    Parser(Analyzer analyzer) {
      super(analyzer, WEIGHTS);
    }

    @Override
    protected @Nullable Query newPhraseQuery(String text, int slop) {
      BooleanQuery.Builder fields = new BooleanQuery.Builder();
      for (String field : EXACT) {
        Query phrase = createPhraseQuery(field, text, slop);
        if (phrase != null) {
          fields.add(
              new BoostQuery(phrase, WEIGHTS.getOrDefault(field, 1f)), BooleanClause.Occur.SHOULD);
        }
      }
      BooleanQuery built = fields.build();
      return built.clauses().isEmpty() ? null : built;
    }
  }
}
