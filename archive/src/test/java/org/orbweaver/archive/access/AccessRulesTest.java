package org.orbweaver.archive.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What lines of access.txt refuse. */
class AccessRulesTest {
  private static final byte[] DIGEST =
      HexFormat.of().parseHex("da39a3ee5e6b4b0d3255bfef95601890afd80709"); // of nothing

  private static final AccessRules RULES =
      AccessRules.of(
          List.of(
              "# remarks are passed by",
              "refuse all host *.example.org not ours",
              "refuse fetch,hold type video/* the disk is small",
              "refuse hold size 50MB",
              "refuse show words Casino+bonus spam",
              "refuse show hash sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ court order",
              "block http://example.net/me I was asked to"));

  private static RuleSubject page(String url, String type, long bytes) {
    return new RuleSubject(url, type, bytes, new byte[0]);
  }

  @Test
  void aHostIsRefusedWithAllBelowItAndNoOther() {
    for (Act act : Act.values()) {
      assertThat(RULES.refusal(act, RuleSubject.address("https://a.example.org/x")))
          .isEqualTo("not ours");
      assertThat(RULES.refusal(act, RuleSubject.address("http://example.org:81/"))).isNotNull();
      assertThat(RULES.refusal(act, RuleSubject.address("https://badexample.org/"))).isNull();
    }
  }

  @Test
  void whatIsNotKnownCannotBeRefusedBy() {
    String url = "https://example.com/film";
    assertThat(RULES.refusal(Act.FETCH, RuleSubject.address(url))).isNull();
    assertThat(RULES.refusal(Act.FETCH, page(url, "video/mp4", 10))).isEqualTo("the disk is small");
    assertThat(RULES.refusal(Act.SHOW, page(url, "video/mp4", 10))).isNull();
    assertThat(RULES.refusal(Act.HOLD, page(url, "text/html", 50_000_000))).isNull();
    assertThat(RULES.refusal(Act.HOLD, page(url, "text/html", 50_000_001))).isNotNull();
  }

  @Test
  void wordsMustAllBeInTheAddressAndHashesAreThoseOfThePayload() {
    assertThat(RULES.refusal(Act.SHOW, RuleSubject.address("https://x.com/BONUS?casino")))
        .isEqualTo("spam");
    assertThat(RULES.refusal(Act.SHOW, RuleSubject.address("https://x.com/casino"))).isNull();
    byte[] other = Arrays.copyOf(DIGEST, DIGEST.length);
    other[0]++;
    assertThat(RULES.refusal(Act.SHOW, new RuleSubject("https://x.com/", "", 1, DIGEST)))
        .isEqualTo("court order");
    assertThat(RULES.refusal(Act.SHOW, new RuleSubject("https://x.com/", "", 1, other))).isNull();
  }

  @Test
  void blocksHideAndTravelAndRulesOfThisMachineStayHere() {
    RuleSubject blocked = RuleSubject.address("https://example.net/me");
    assertThat(RULES.refusal(Act.SHOW, blocked)).isEqualTo("I was asked to");
    assertThat(RULES.refusal(Act.HOLD, blocked)).isNull();
    assertThat(RULES.takedowns()).containsExactly("block http://example.net/me I was asked to");
    assertThat(RULES.lines()).hasSize(6);
  }

  @Test
  void whatIsNoRuleIsRefusedInASentence() {
    for (String line :
        List.of(
            "refuse all host",
            "refuse eat host example.org",
            "refuse all colour red",
            "refuse hold size many",
            "refuse show hash sha1:abc")) {
      assertThatThrownBy(() -> AccessRules.of(List.of(line)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("access.txt: ");
    }
  }
}
