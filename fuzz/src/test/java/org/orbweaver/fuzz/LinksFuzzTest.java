package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.links.PageLinks;
import org.orbweaver.fetch.url.WebUrl;

/** Whatever a page says, its links are addresses of the web, and no more than it has bytes. */
class LinksFuzzTest {
  private static final WebUrl PAGE = WebUrl.of("http://page.example/a/b.html");

  @FuzzTest
  void html(byte[] input) {
    PageLinks found = check(LinkExtractor.extract(PAGE, "text/html", null, input), input);
    PlantedBug.at(
        found.links().stream()
            .map(link -> link.url().toString())
            .anyMatch(url -> url.startsWith("http://x.example/") && url.contains("%")));
  }

  @FuzzTest
  void css(byte[] input) {
    PageLinks found = check(LinkExtractor.extract(PAGE, "text/css", null, input), input);
    PlantedBug.at(found.links().stream().anyMatch(link -> link.url().toString().endsWith("/a/Q")));
  }

  /** Sitemaps and feeds. */
  @FuzzTest
  void xml(byte[] input) {
    PageLinks found = check(LinkExtractor.extract(PAGE, "application/xml", null, input), input);
    PlantedBug.at(found.links().size() == 4);
  }

  private static PageLinks check(PageLinks found, byte[] input) {
    assertThat(found.links().size()).isLessThanOrEqualTo(input.length);
    for (Link link : found.links()) {
      assertThat(WebUrl.parse(link.url().toString())).isEqualTo(link.url());
    }
    return found;
  }
}
