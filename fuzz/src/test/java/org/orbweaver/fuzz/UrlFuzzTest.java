package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;

class UrlFuzzTest {
  private static final WebUrl BASE = WebUrl.of("http://base.example/a/b?c");

  /**
   * What is an address prints as one that is read back the same, and so does its canonical form.
   */
  @FuzzTest
  void parse(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    check(WebUrl.parse(text));
    check(WebUrl.parse(text, BASE));
  }

  private static void check(@Nullable WebUrl url) {
    if (url == null) {
      return;
    }
    assertThat(WebUrl.parse(url.toString())).isEqualTo(url);
    assertThat(url.port()).isBetween(0, 65535);
    WebUrl canonical = Canonical.of(url);
    assertThat(Canonical.of(canonical)).isEqualTo(canonical);
    assertThat(WebUrl.parse(canonical.toString())).isEqualTo(canonical);
    assertThat(Fingerprint.of(canonical)).isEqualTo(Fingerprint.of(Canonical.of(canonical)));
    PlantedBug.at(url.host().startsWith("[") && url.port() == 8);
  }
}
