package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.links.LinkKind;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Our scanner, which builds no tree, finds on every page of a Debian documentation package the
 * links that jsoup finds, which builds one. {@code ORB_SITES} names other packages, as for {@link
 * DebianSitesTest}.
 */
class JsoupLinksTest {
  private static final WebUrl PAGE = WebUrl.of("http://h.example/dir/page.html");

  static Stream<Path> sites() {
    return DebianSitesTest.sites();
  }

  @ParameterizedTest
  @MethodSource("sites")
  void everyPageHasTheLinksThatATreeHas(Path firstPage) throws IOException {
    List<String> wrong = new ArrayList<>();
    int pages = 0;
    int links = 0;
    for (Path file : files(firstPage.toAbsolutePath().resolveSibling("."))) {
      byte[] html = Files.readAllBytes(file);
      Document tree = Jsoup.parse(new ByteArrayInputStream(html), null, PAGE.toString());
      List<Link> ours = LinkExtractor.extract(PAGE, "text/html", null, html).links();
      Set<String> clicked =
          ours.stream()
              .filter(link -> link.kind() != LinkKind.REQUISITE)
              .map(link -> link.url().toString())
              .collect(Collectors.toCollection(TreeSet::new));
      Set<String> all =
          ours.stream().map(link -> link.url().toString()).collect(Collectors.toSet());
      Set<String> expected = addresses(tree, "a[href], area[href]", "href");
      Set<String> needed = addresses(tree, "img, script, iframe, embed", "src");
      needed.addAll(addresses(tree, "link[rel~=(?i)stylesheet]", "href"));
      links += expected.size() + needed.size();
      pages++;
      expected.removeAll(all);
      needed.removeAll(all);
      clicked.removeAll(addresses(tree, "a, area, link, meta", "href"));
      if (!expected.isEmpty() || !needed.isEmpty() || !clicked.isEmpty()) {
        wrong.add(file + " lacks " + expected + needed + " and invents " + clicked);
      }
    }
    System.out.printf("%s: %d links on %d pages%n", firstPage, links, pages);
    assertThat(wrong).isEmpty();
    assertThat(pages).isPositive();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> path.toString().endsWith(".html"))
          .filter(Files::isRegularFile)
          .toList();
    }
  }

  private static Set<String> addresses(Document tree, String elements, String attribute) {
    Element base = tree.selectFirst("base[href]");
    WebUrl named = base == null ? null : WebUrl.parse(base.attr("href"), PAGE);
    Set<String> addresses = new TreeSet<>();
    for (Element element : tree.select(elements)) {
      String text = element.attr(attribute);
      WebUrl url =
          text.isEmpty() || text.startsWith("#")
              ? null
              : WebUrl.parse(text, named == null ? PAGE : named, tree.charset());
      if (url != null) {
        addresses.add(Canonical.of(url).toString());
      }
    }
    return addresses;
  }
}
