package org.orbweaver.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Role;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.Trail;

class PageMarksTest {
  private static final WebUrl URL = WebUrl.of("http://a.test/b?c");

  @Test
  void roleNestingAndHopsTravelInOneByte() {
    Task from = Task.of(CrawlId.numbered(1), "http://a.test/").atDepth(9);
    List<Discovery> links = new ArrayList<>();
    for (int hops = 0; hops <= 10; hops++) {
      links.add(new Discovery(URL, Fingerprint.of(URL), Role.PAGE, 10, hops));
      links.add(new Discovery(URL, Fingerprint.of(URL), Role.REQUISITE, 3, hops));
      links.add(new Discovery(URL, Fingerprint.of(URL), Role.SITEMAP, 2, hops));
    }
    for (Discovery link : links) {
      Task child = from.child(PageMarks.link(from, link, Way.SHORTEST));
      assertThat(PageMarks.target(child)).isEqualTo(link);
    }
  }

  @Test
  void aRequisiteIsNoDeeperThanItsPageAndASitemapIsAtTheSurface() {
    Task from = Task.of(CrawlId.numbered(1), "http://a.test/").atDepth(5);
    Discovery style = new Discovery(URL, Fingerprint.of(URL), Role.REQUISITE, 1, 0);
    Discovery map = new Discovery(URL, Fingerprint.of(URL), Role.SITEMAP, 0, 0);
    assertThat(from.child(PageMarks.link(from, style, Way.SHORTEST)).depth()).isEqualTo(5);
    assertThat(from.child(PageMarks.link(from, map, Way.SHORTEST)).depth()).isZero();
  }

  @Test
  void aSeedHasNoMarksAndStrangeMarksAreNoPage() {
    assertThat(PageMarks.target(Task.of(CrawlId.numbered(1), URL.toString())))
        .isEqualTo(Discovery.seed(URL));
    assertThat(PageMarks.target(Task.of(CrawlId.numbered(1), URL.toString()).marked(0xC0)))
        .isNull();
    assertThat(PageMarks.target(Task.of(CrawlId.numbered(1), URL.toString()).marked(0x10)))
        .isNull();
  }

  private static Discovery found(String url, String via, String path) {
    WebUrl address = WebUrl.of(url);
    return new Discovery(address, Fingerprint.of(address), Role.PAGE, 10, 0, new Trail(via, path));
  }

  @Test
  void whoLinkedAndHowItWasSpelledTravelInTheNote() {
    Task from = Task.of(CrawlId.numbered(1), "http://a.test/").atDepth(9);
    String session = ";jsessionid=0123456789ABCDEF";
    for (Discovery link :
        List.of(
            found("http://a.test/b", "http://a.test/page?q", "LRL"),
            found("http://a.test/b", "http://a.test//page", "L"),
            found("http://a.test/b", "https://other.test/", "LLE"),
            found("http://a.test/b", "http://a.test:81/", "L"),
            found("http://a.test/b" + session, "http://a.test/", "L"),
            found("http://a.test//b" + session + "?x=%20", "", "M"))) {
      Task child = from.child(PageMarks.link(from, link, Way.ANY));
      assertThat(child.uri()).doesNotContain("jsessionid");
      assertThat(PageMarks.target(child)).isEqualTo(link);
    }
    assertThat(PageMarks.link(from, found("http://a.test/b", "http://a.test/c", "LL"), Way.ANY))
        .extracting(FoundLink::note)
        .as("as short as may be: it is sent along with every link")
        .isEqualTo(" LL /c");
  }

  @Test
  void ofAnAddressThatIsTooLongToBeCarriedAlongTheStepsAreKnown() {
    Task from = Task.of(CrawlId.numbered(1), "http://a.test/");
    Discovery link = found("http://a.test/b", "http://b.test/" + "x".repeat(1_100), "LL");
    assertThat(PageMarks.target(from.child(PageMarks.link(from, link, Way.ANY))))
        .isEqualTo(found("http://a.test/b", "", "LL"));
  }

  @Test
  void aStrangersNoteLeadsToNoOtherPage() {
    Task task = Task.of(CrawlId.numbered(1), "http://a.test/b").atDepth(10);
    for (String note :
        List.of(
            "/other L /c",
            "http://bank.test/b;jsessionid=0123456789ABCDEF L /c",
            "https://a.test/b L /c",
            "/b/../c L /c")) {
      assertThat(PageMarks.target(task.noted(note)))
          .isEqualTo(found("http://a.test/b", "http://a.test/c", "L"));
    }
    for (String note :
        List.of("nonsense", "L\"", "", "   ", " L ftp://x/", "/b;sid=1 X http://[ z")) {
      assertThat(PageMarks.target(task.noted(note)))
          .extracting(Target::trail)
          .extracting(Trail::via)
          .isEqualTo("");
    }
  }
}
