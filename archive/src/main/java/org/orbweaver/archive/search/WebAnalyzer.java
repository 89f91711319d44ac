package org.orbweaver.archive.search;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanNormalizationFilter;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * Words of any language: Unicode's word breaks; pairs of characters where a script has no spaces
 * (Chinese, Japanese), and single ones for one-character questions; umlauts and accents folded;
 * endings of German or English words taken off where the page is in that language.
 */
final class WebAnalyzer extends Analyzer {
  private final String language;

  /**
   * @param language de, en, or empty for none in particular
   */
  WebAnalyzer(String language) {
    this.language = language;
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    Tokenizer words = new StandardTokenizer();
    TokenStream tokens = new LowerCaseFilter(new CJKWidthFilter(words));
    tokens = new CJKBigramFilter(tokens, 15, true);
    tokens =
        switch (language) {
          case "de" -> new GermanLightStemFilter(new GermanNormalizationFilter(tokens));
          case "en" -> new EnglishMinimalStemFilter(tokens);
          default -> tokens;
        };
    return new TokenStreamComponents(words, new ASCIIFoldingFilter(tokens));
  }
}
