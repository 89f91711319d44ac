package org.orbweaver.fetch.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WordPrintsTest {
  private static Set<Long> prints(String page) {
    long[] prints = WordPrints.of(page.getBytes(StandardCharsets.UTF_8), true);
    return Arrays.stream(prints).boxed().collect(Collectors.toSet());
  }

  @Test
  void wordsAndPairsCountHoweverTheyAreWritten() {
    assertThat(prints("<p>The spider <b>weaves</b>")).hasSize(4);
    assertThat(prints("<p>the SPIDER <i>the spider</i>")).hasSize(3);
    assertThat(prints("<p>the spider")).isEqualTo(prints("<h1>THE spider</h1>"));
  }

  @Test
  void scriptsStylesTagsAndWordsWithDigitsAreNone() {
    assertThat(prints("<script>var a = 1;</script><style>p{}</STYLE><p title='no'>page7 2026-11"))
        .isEmpty();
  }
}
