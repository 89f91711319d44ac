package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.FetchProblem;
import org.orbweaver.fetch.http.Response;
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

  private static final List<WebUrl> ADDRESSES =
      List.of(
          PAGE,
          WebUrl.of("http://page.example/sitemap.txt"),
          WebUrl.of("http://page.example/sitemap.xml.gz"),
          WebUrl.of("http://page.example/sitemap.txt.gz"));

  /** A whole response, as it lies in an archive; the first byte says of which address. */
  @FuzzTest
  void response(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    WebUrl address = ADDRESSES.get(input[0] & 3);
    byte[] http = Arrays.copyOfRange(input, 1, input.length);
    try (Response response = Response.stored(new ByteArrayInputStream(http), http.length)) {
      PageLinks found = LinkExtractor.extract(address, response);
      for (Link link : found.links()) {
        assertThat(WebUrl.parse(link.url().toString())).isEqualTo(link.url());
      }
      PlantedBug.at(
          response.status() == 307 && found.links().size() == 1
              || address.path().endsWith(".txt") && found.links().size() == 3);
    } catch (FetchFailure e) {
      assertThat(e.problem()).isEqualTo(FetchProblem.NOT_HTTP);
    }
  }

  private static PageLinks check(PageLinks found, byte[] input) {
    assertThat(found.links().size()).isLessThanOrEqualTo(input.length);
    for (Link link : found.links()) {
      assertThat(WebUrl.parse(link.url().toString())).isEqualTo(link.url());
    }
    return found;
  }
}
