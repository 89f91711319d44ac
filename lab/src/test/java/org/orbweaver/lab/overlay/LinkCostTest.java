package org.orbweaver.lab.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.Progress;

class LinkCostTest {
  @Test
  void knowingTheOwnersIsCheaperThanLookingThemUpAndWalksAreCheaperThanLookups() {
    LinkSet links = new SyntheticLinks(300, 1);
    LinkCost.Report report = new LinkCost(100, 3, 16, 50, links, Progress.SILENT).run();
    List<Double> bytes = report.ways().stream().map(LinkCost.Way::bytesPerLink).toList();
    // The walk is favoured (see LinkCost), and made-up addresses have nothing in common that a
    // dictionary knows: against the walk only real documents tell, and papers.md has those.
    assertThat(bytes.subList(0, 3)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(bytes.get(3)).isLessThan(bytes.get(1) / 2);
    assertThat(bytes.get(4)).as("with who linked").isLessThan(bytes.get(3) * 1.5);
    assertThat(report.leaveWithHostKeys()).isLessThan(report.leaveWithUrlKeys());
  }

  @Test
  void documentsBecomePagesOfAHostPerFolder(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("some-doc/a/index.html");
    Files.createDirectories(page.getParent());
    Files.writeString(page, "<a href=../b.html>b</a> <a href=https://other.example/x#y>x</a>");
    List<String> seen = new ArrayList<>();
    new DocumentLinks(folder)
        .visit(
            (url, links) -> {
              seen.add(url);
              seen.addAll(links);
            });
    assertThat(seen)
        .containsExactly(
            "https://some-doc.example/a/index.html",
            "https://some-doc.example/b.html",
            "https://other.example/x");
  }
}
