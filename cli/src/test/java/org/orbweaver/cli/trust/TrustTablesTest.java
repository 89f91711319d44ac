package org.orbweaver.cli.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.app.trust.SwarmTrust;

class TrustTablesTest {
  private static final String PEER = "8f3a12".repeat(6) + "8f3a";

  private static String shown(
      List<SwarmTrust.Contributor> contributors, List<SwarmTrust.DisputedCapture> disputed) {
    StringWriter text = new StringWriter();
    TrustTables.print(
        new SwarmTrust(
            "juries decide",
            PEER,
            20_000,
            false,
            7,
            "1 of 2",
            contributors,
            disputed,
            List.of(),
            new SwarmTrust.Owed(9, 0, 100, List.of("searches without limit")),
            List.of(),
            3,
            1_234,
            5,
            6),
        new PrintWriter(text));
    return text.toString();
  }

  @Test
  void peersAndPagesStandUnderHeadsAndWhatIsEmptyIsNotShown() {
    String text =
        shown(
            List.of(
                new SwarmTrust.Contributor(
                    1, PEER, "10.0.0.7:7000", 1_200, 50.0, "member", "", false, true)),
            List.of(
                new SwarmTrust.DisputedCapture(
                    "http://h/\u001b[2J" + "x".repeat(99), PEER, PEER, 1, 2, "upheld", "ab")));
    assertThat(text)
        .containsPattern("rank +peer +address +verified +standing +evidence")
        .containsPattern("1 +8f3a128f3a12 +10.0.0.7:7000 +1,200 +banned; member")
        .contains("x".repeat(99), "checked 1,234 pages", "refused 3 requests")
        .doesNotContain("\u001b", "Who refused us");
  }
}
