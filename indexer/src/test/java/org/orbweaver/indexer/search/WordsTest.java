package org.orbweaver.indexer.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.search.IndexQuery.Term;

class WordsTest {
  @Test
  void caseAccentsAndWidthAreFolded() {
    assertThat(Words.texts("Amélie.S01E02 ＡＢＣ Ñandú"))
        .containsExactly("amelie", "s01e02", "abc", "nandu");
  }

  @Test
  void chineseBecomesPairsAndALastCharacter() {
    assertThat(Words.texts("三体第一 x")).containsExactly("三体", "体第", "第一", "一", "x");
  }

  @Test
  void koreanStaysComposed() {
    assertThat(Words.texts("한국어")).containsExactly("한국", "국어", "어");
  }

  @Test
  void neighboursAreJoined() {
    assertThat(Words.joined(Words.of("Big Buck Bunny"))).containsExactly("big_buck", "buck_bunny");
    assertThat(Words.joined(Words.of("三体第一"))).containsExactly("三体第", "体第一");
  }

  @Test
  void aLongWordIsCutAndNoSurrogateIsHalved() {
    assertThat(Words.texts("a".repeat(10_000))).containsExactly("a".repeat(Words.LONGEST));
    for (String word : Words.texts("x" + "𝔸".repeat(100) + "𐐀".repeat(100))) {
      assertThat(word.codePoints().noneMatch(each -> each >= 0xd800 && each < 0xe000)).isTrue();
    }
  }

  @Test
  void theSearchLineIsUnderstood() {
    QueryText text = QueryText.parse("big \"buck bunny\" -trailer pre* 三");
    assertThat(text.required())
        .containsExactly(
            new Term("big"), new Term("buck_bunny"), new Term("pre", true), new Term("三", true));
    assertThat(text.excluded()).containsExactly(new Term("trailer"));
  }

  @Test
  void nothingTypedIsAnError() {
    for (String line : List.of("", "\"", "-", "-\"", "*", "\"\"\"", "' OR 1=1 --", "a\u0000b")) {
      assertThat(QueryText.parse(line)).isNotNull();
    }
  }
}
