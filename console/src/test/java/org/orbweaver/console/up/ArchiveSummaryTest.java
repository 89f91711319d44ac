package org.orbweaver.console.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.index.RowBatch;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.warc.RecordLocation;

class ArchiveSummaryTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final int SITES = 40;
  private static final int PAGES = 12_000;

  @TempDir private Path folder;

  /** An index without the files it speaks of: at a glance nobody opens them. */
  private static final class Rows extends IndexedSource {
    Rows(CaptureIndex index) {
      super("rows", index, true);
    }

    @Override
    public void refresh() {}

    @Override
    public @Nullable Path file(int number) {
      return null;
    }

    @Override
    public Map<Integer, Path> files() {
      return Map.of();
    }

    @Override
    public String fileName(RecordLocation place) {
      return "";
    }
  }

  private static IndexRow row(int page, int version) {
    RecordLocation place = new RecordLocation(1, 1_000L * page + version, 500);
    byte[] digest = new byte[20];
    digest[0] = (byte) version;
    return new IndexRow(
        "http://host%02d.example/%05d".formatted(page % SITES, page),
        BEGIN.plusSeconds(version * 60L),
        IndexRow.Kind.RESPONSE,
        200,
        place,
        place,
        digest,
        "text/html",
        null,
        null);
  }

  /** The last site's pages came after ten thousand others, whose changes alone were looked for. */
  @Test
  void allSitesAreCountedAndAChangeIsSeenWhereverItsPageStands() throws IOException {
    try (CaptureIndex index = CaptureIndex.open(folder)) {
      try (RowBatch batch = index.batch()) {
        for (int page = 0; page < PAGES; page++) {
          batch.add(row(page, 0));
        }
        batch.write("1:1", true);
      }
      int last = PAGES - 1;
      Rows rows = new Rows(index);
      long before = rows.version();
      try (RowBatch batch = index.batch()) {
        batch.add(row(last, 1));
        batch.write("1:2", true);
      }
      assertThat(rows.version()).as("there is something new").isNotEqualTo(before);
      ArchiveSummary summary = ArchiveSummary.of(new Archive(List.of(rows), AccessRules.none()));
      assertThat(summary.captures()).isEqualTo(PAGES + 1);
      assertThat(summary.sites()).isEqualTo(SITES);
      assertThat(summary.hosts()).hasSizeLessThan(SITES);
      assertThat(summary.changed())
          .extracting(ArchiveSummary.Change::url)
          .containsExactly(row(last, 1).url());
    }
  }
}
