package org.orbweaver.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Role;

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
      assertThat(PageMarks.target(child, URL)).isEqualTo(link);
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
    assertThat(PageMarks.target(Task.of(CrawlId.numbered(1), URL.toString()), URL))
        .isEqualTo(Discovery.seed(URL));
    assertThat(PageMarks.target(Task.of(CrawlId.numbered(1), URL.toString()).marked(0xC0), URL))
        .isNull();
    assertThat(PageMarks.target(Task.of(CrawlId.numbered(1), URL.toString()).marked(0x10), URL))
        .isNull();
  }
}
