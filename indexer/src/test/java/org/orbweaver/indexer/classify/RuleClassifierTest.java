package org.orbweaver.indexer.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleClassifierTest {
  private static final RuleClassifier CLASSIFIER = RuleClassifier.builtIn();

  static List<String> names() throws IOException {
    return lines("names.tsv");
  }

  private static List<String> lines(String file) throws IOException {
    try (InputStream stream = RuleClassifierTest.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }

  @Test
  void thereAreEnoughNames() throws IOException {
    assertThat(names()).hasSizeGreaterThanOrEqualTo(150);
    assertThat(lines("awkward-names.tsv")).hasSizeGreaterThanOrEqualTo(300);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aNameIsLabelledAsTheFileSays(String line) {
    String[] columns = line.split("\t", -1);
    Map<String, Long> files = columns[0].isEmpty() ? Map.of() : Map.of(columns[0], 1_000L);
    String found = String.join("\t", ClassifierScore.texts(CLASSIFIER.classify(columns[1], files)));
    assertThat(found).isEqualTo(String.join("\t", List.of(columns).subList(2, 9)));
  }

  /** Nobody gets all of these right; what is said about them must be true nearly always. */
  @Test
  void awkwardNamesAreMostlyUnderstood() throws IOException {
    ClassifierScore score = new ClassifierScore(CLASSIFIER);
    lines("awkward-names.tsv").forEach(score::add);
    assertThat(score.fields())
        .as(() -> String.join("\n", score.mistakes()))
        .allMatch(field -> field.precision() >= 0.97 && field.recall() >= 0.97);
  }

  /** The "e" of "größe" was taken for an episode: 231 of 231 such names became series. */
  @Test
  void wordsEndWhereLettersOfAnyScriptDo() {
    for (int year = 1950; year < 2020; year++) {
      Labels labels = CLASSIFIER.classify("größe " + year + " t1.mp4", Map.of("mp4", 1_000L));
      assertThat(labels.episode()).isEmpty();
      assertThat(labels.category() / 1000).isNotEqualTo(5);
    }
  }

  @Test
  void scoreTellsWhatWasSaidFromWhatIsTrue() {
    ClassifierScore score = new ClassifierScore(CLASSIFIER);
    score.add("mkv\tSome Film 1999 1080p\t2000\tsome film\t1998\t\t?\t1080p\tfr");
    assertThat(score.fields())
        .contains(
            new ClassifierScore.Field("category", 1, 1, 1),
            new ClassifierScore.Field("title", 1, 1, 1),
            new ClassifierScore.Field("year", 1, 1, 0),
            new ClassifierScore.Field("episode", 0, 0, 0),
            new ClassifierScore.Field("languages", 1, 0, 0));
    assertThat(score.mistakes()).hasSize(2);
    assertThatThrownBy(() -> score.add("mkv\tToo short")).hasMessageContaining("9 columns");
  }

  static Stream<String> hostileNames() {
    return Stream.of(
        "a".repeat(1_000_000),
        "[".repeat(100_000),
        "[a] - ".repeat(50_000),
        "s01e".repeat(50_000) + "!",
        " - 12".repeat(50_000),
        "\u0000\ufffd\ud800 \u202e",
        "(19".repeat(100_000),
        "");
  }

  @ParameterizedTest
  @MethodSource("hostileNames")
  void noNameKeepsTheClassifierBusy(String name) {
    long startedAt = System.nanoTime();
    assertThat(CLASSIFIER.classify(name, Map.of("mkv", 1L))).isNotNull();
    assertThat(System.nanoTime() - startedAt).isLessThan(5_000_000_000L);
  }

  @Test
  void anExpressionThatGoesAstrayCountsAsNoMatch() {
    RuleClassifier trap =
        RuleClassifier.parse("find year ^((?:a+)+)b$\nkind video mkv\ncategory 2000 year");
    assertThat(trap.classify("a".repeat(200), Map.of()).category()).isEqualTo(Labels.OTHER);
  }

  @Test
  void aMistakeInTheRulesIsToldWithItsLine() {
    assertThatThrownBy(() -> RuleClassifier.parse("# fine\nfind year (["))
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> RuleClassifier.parse("category 2000 vidoe"))
        .hasMessageContaining("vidoe");
  }
}
