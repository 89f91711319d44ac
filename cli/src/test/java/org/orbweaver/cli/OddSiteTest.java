package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.Warcinfo;
import org.orbweaver.sim.web.OddSite;

/** M2, M4, M5, L1 to L4, L6, L7, L11 of the review, by the command. */
class OddSiteTest {
  @TempDir private Path data;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  OddSiteTest() {}

  private String orb(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--data=" + data);
    StringWriter out = new StringWriter();
    int code = CalledHere.orb(out, out, arguments.toArray(String[]::new));
    assertThat(code).as(out::toString).isZero();
    return out.toString();
  }

  private List<WarcRecord> records() throws IOException {
    List<WarcRecord> records = new ArrayList<>();
    try (var files = Files.list(data.resolve("collections/default/warc"))) {
      for (Path file : files.toList()) {
        try (WarcReader reader = new WarcReader(file)) {
          for (WarcRecord record : reader) {
            if (record instanceof Warcinfo info) {
              told.append(new String(info.body().stream().readAllBytes(), StandardCharsets.UTF_8));
            }
            records.add(record);
          }
        }
      }
    }
    return records;
  }

  private final StringBuilder told = new StringBuilder();

  @Test
  void whatSitesDoAndStandardsHardlyForeseeIsUnderstoodOrSaid() throws Exception {
    try (OddSite site = new OddSite()) {
      String report =
          orb(
              "crawl",
              site.home(),
              "--allow=127.0.0.0/8",
              "--delay=0s",
              "--operator=The Library",
              "--collection=default");
      assertThat(site.asked()).containsKeys(OddSite.PAGES.toArray(String[]::new));
      assertThat(site.asked()).doesNotContainKeys(OddSite.NOT_PAGES.toArray(String[]::new));
      assertThat(report)
          .as("L6, L11")
          .contains("too many redirects in a row", "packed in a way that was not asked for");
      assertThat(orb("crawl", "skipped")).contains(site.home() + "chain/11");
      orb("crawl", site.home() + OddSite.DUPLICATE.substring(1), "--allow=127.0.0.0/8");
      check(site);
    }
  }

  private void check(OddSite site) throws IOException {
    Map<String, Instant> dates = new HashMap<>();
    List<WarcRevisit> revisits = new ArrayList<>();
    for (WarcRecord record : records()) {
      if (record instanceof WarcResponse response) {
        dates.put(response.target(), response.date());
      } else if (record instanceof WarcRevisit revisit) {
        revisits.add(revisit);
      }
    }
    assertThat(dates)
        .as("M2, M5: what is archived is where the archived links lead")
        .containsKeys(
            site.home() + "leaf/%C3%BC%E6%97%A5",
            site.home() + "cart;jsessionid=0123456789ABCDEF0123456789ABCDEF");
    assertThat(revisits).isNotEmpty();
    for (WarcRevisit revisit : revisits) {
      assertThat(revisit.refersToDate())
          .as("M4")
          .hasValue(dates.get(revisit.refersToTargetURI().orElseThrow().toString()));
    }
    assertThat(told.toString())
        .as("L7")
        .contains("operator: The Library", "isPartOf: default", "hostname: ");
  }

  @Test
  void aCollectionsNameLeadsNowhereElse() {
    for (String name : List.of("../../elsewhere", "", ".", "a/b", "/tmp/elsewhere")) {
      StringWriter out = new StringWriter();
      int code =
          CalledHere.orb(
              out, out, "crawl", "http://127.0.0.1:9/", "--data=" + data, "--collection=" + name);
      assertThat(code).as(name).isEqualTo(2);
      assertThat(out.toString()).contains("is no name of a collection; write one word");
    }
    assertThat(data).isEmptyDirectory();
  }
}
