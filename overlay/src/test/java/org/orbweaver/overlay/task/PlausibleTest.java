package org.orbweaver.overlay.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.ledger.Entry;

class PlausibleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/",
        "http://192.0.2.1:8080/a?b=c#d",
        "https://[2001:db8::1]/",
        "magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567",
        "dht:prefix/1001",
        "https://xn--mnchen-3ya.de/stra%C3%9Fe"
      })
  void whatCouldBeFetchedIs(String uri) {
    assertThat(Plausible.uri(uri)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no scheme",
        "https://",
        "https:///path",
        "http:example.org",
        "https://a b/",
        "https://a/\n",
        "https://a/\uFFFD",
        ":x"
      })
  void whatCouldNotIsNot(String uri) {
    assertThat(Plausible.uri(uri)).isFalse();
    assertThat(Task.read(Task.of(CrawlId.numbered(1), uri).queued().body())).isNull();
  }

  @Test
  void aZeroEndsAUriInItsEntryAndWhatFollowsIsNoPartOfItsName() {
    assertThat(Plausible.uri("https://a/\0b")).isFalse();
    Entry entry = Task.of(CrawlId.numbered(1), "https://a/\0b").queued();
    assertThat(Task.read(entry.body())).isNotNull().extracting(Task::uri).isEqualTo("https://a/");
    assertThat(EntryKind.isSound(entry)).as("its name is that of another address").isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 5000})
  void hostsAndUrisHaveLengths(int length) {
    assertThat(Plausible.uri("https://" + "a".repeat(length) + "/")).isFalse();
  }
}
