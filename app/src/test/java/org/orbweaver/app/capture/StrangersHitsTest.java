package org.orbweaver.app.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.archive.search.MergedHits;
import org.orbweaver.archive.search.TextSearch;
import tools.jackson.databind.json.JsonMapper;

/** What a peer can do to those whom it answers. */
class StrangersHitsTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
  private static final String SOUND =
      """
      {"url": "http://a.example/", "at": "2026-05-01T00:00:00Z",
       "firstSeen": "2026-05-01T00:00:00Z", "title": "true", "mediaType": "text/html",
       "language": "en", "snippet": "so <b>it</b> is &lt;here&gt;", "alike": 0}""";

  private static TextSearch.@Nullable Answer heard(String json) {
    TextSearch.Answer told = JsonMapper.shared().readValue(json, TextSearch.Answer.class);
    return new StrangersHits(NOW, 10).sound(told);
  }

  private static List<TextSearch.Hit> hits(String hit) {
    TextSearch.Answer answer =
        heard("{\"found\": 1, \"heard\": \"\", \"hits\": [" + hit + ", " + SOUND + "]}");
    return answer == null ? List.of() : answer.hits();
  }

  @Test
  void anAnswerWithoutHitsIsNone() {
    assertThat(heard("{\"found\": 1, \"heard\": \"\", \"hits\": null}")).isNull();
    assertThat(heard("{\"found\": -1, \"heard\": \"\", \"hits\": []}")).isNull();
  }

  @Test
  void halfAHitIsLeftOutAndTheOthersAreTaken() {
    assertThat(hits("null")).hasSize(1);
    assertThat(hits("{}")).hasSize(1);
    assertThat(hits(SOUND.replace("\"at\"", "\"when\""))).hasSize(1);
    assertThat(hits(SOUND.replace("http://a.example/", "javascript:alert(1)"))).hasSize(1);
    assertThat(hits(SOUND.replace("2026-05", "2036-05"))).hasSize(1);
    assertThat(hits(SOUND.replace("\"true\"", "null")).getFirst().title()).isEmpty();
  }

  @Test
  void aSnippetHasMarksAndNoOtherMarkup() {
    assertThat(hits(SOUND).getFirst().snippet()).isEqualTo("so <b>it</b> is &lt;here&gt;");
    assertThat(
            hits(SOUND.replace(
                    "so <b>it", "<meta http-equiv=refresh content='0;url=//evil.example'><b><b>it"))
                .getFirst()
                .snippet())
        .isEqualTo(
            "&lt;meta http-equiv=refresh content='0;url=//evil.example'&gt;<b>it</b> is"
                + " &lt;here&gt;");
    assertThat(hits(SOUND.replace("</b>", "")).getFirst().snippet()).doesNotContain("<b>");
  }

  @Test
  void oneWhoLiesDoesNotSpeakForAPageThatTwoTellOf() {
    TextSearch.Hit told = hits(SOUND).getFirst();
    TextSearch.Hit lie =
        hits(SOUND.replace("2026-05-01", "2026-05-31").replace("true", "a lie")).getFirst();
    TextSearch.Answer honest = new TextSearch.Answer(1, List.of(told), "");
    TextSearch.Answer lying = new TextSearch.Answer(1, List.of(lie), "");
    assertThat(MergedHits.of(List.of(lying, honest, honest))).containsExactly(told);
    assertThat(MergedHits.of(List.of(honest, lying))).as("else the newest").containsExactly(lie);
  }
}
