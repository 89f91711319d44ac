package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

class BuiltInKindsTest {
  private static final String HASH = "0123456789abcdef0123456789abcdef01234567";

  private static Task seed(String uri) {
    String canonical = BuiltInKinds.ALL.canonical(uri);
    return java.util.Objects.requireNonNull(BuiltInKinds.ALL.of(canonical))
        .seed(CrawlId.numbered(1), canonical);
  }

  @Test
  void anInfohashIsItsOwnKeyAndAPrefixItsFirst() {
    assertThat(seed("MAGNET:?xt=urn:btih:" + HASH + "&dn=x").id().key()).isEqualTo(Key.parse(HASH));
    assertThat(seed("dht:prefix/1001").id().key().toString()).startsWith("9000");
    assertThat(seed("HTTPS://Example.org").uri()).isEqualTo("https://example.org/");
  }

  @Test
  void whatCannotBeCrawledIsToldInOneSentence() {
    assertThatThrownBy(() -> BuiltInKinds.ALL.canonical("gopher://example.org/"))
        .hasMessage(
            "'gopher://example.org/' cannot be crawled; write https://…,"
                + " magnet:?xt=urn:btih:… or dht:prefix/…");
    assertThatThrownBy(() -> BuiltInKinds.ALL.canonical("dht:prefix/12"))
        .hasMessageContaining("is no part of the DHT");
    assertThatThrownBy(() -> BuiltInKinds.ALL.canonical("magnet:?xt=urn:btih:12"))
        .hasMessageContaining("is no magnet link");
    assertThatThrownBy(() -> BuiltInKinds.ALL.canonical("https://"))
        .hasMessageContaining("is no address of a web page");
  }
}
