package org.orbweaver.archive.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.archive.warc.RecordLocation;

class BulkLoadTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path directory;

  private static IndexRow row(int page, int version) {
    RecordLocation place = new RecordLocation(1, 1_000L * page + version, 500);
    byte[] digest = new byte[20];
    new Random(page * 31L + version).nextBytes(digest);
    return new IndexRow(
        "http://host" + page % 7 + ".example/" + page,
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

  private static List<IndexRow> unsorted() {
    List<IndexRow> rows = new ArrayList<>();
    for (int page = 0; page < 2_000; page++) {
      for (int version = 0; version < 3; version++) {
        rows.add(row(page, version));
      }
    }
    Collections.shuffle(rows, new Random(19));
    return rows;
  }

  @Test
  void rowsInNoOrderAreFoundAfterAFlushAndAfterwards() throws IOException {
    List<IndexRow> rows = unsorted();
    try (CaptureIndex index = CaptureIndex.open(directory)) {
      try (BulkLoad load = index.load()) {
        load.add(rows.subList(0, 1));
        IndexRow first = rows.getFirst();
        load.flush();
        assertThat(index.payload(first.digest())).isNotNull();
        load.add(rows.subList(1, rows.size()));
        assertThat(index.mark()).as("not before all is there").isNull();
        load.finish("1:77");
      }
      try (RowBatch batch = index.batch()) {
        batch.add(row(5_000, 0)); // a crawl goes on
        batch.write("1:78", true);
      }
    }
    try (CaptureIndex index = CaptureIndex.open(directory)) {
      assertThat(index.mark()).isEqualTo("1:78");
      for (IndexRow row : rows) {
        IndexRow found = Objects.requireNonNull(index.newest(row.url(), row.at()), row.url());
        assertThat(found.at()).isEqualTo(row.at());
        assertThat(found.digest()).isEqualTo(row.digest());
      }
      assertThat(index.all(row(5_000, 0).url())).hasSize(1);
    }
  }

  @Test
  void aRowThatFollowsFromOthersSeesAllThatWereAddedBeforeIt() throws IOException {
    IndexRow original = row(1, 0);
    IndexRow later = row(1, 5);
    try (CaptureIndex index = CaptureIndex.open(directory)) {
      try (BulkLoad load = index.load()) {
        load.add(List.of(original));
        load.addLater(
            known -> {
              IndexRow before = Objects.requireNonNull(known.newest(later.url(), later.at()));
              return new IndexRow(
                  later.url(),
                  BEGIN.plusSeconds(200),
                  IndexRow.Kind.NOT_MODIFIED,
                  304,
                  later.place(),
                  before.payload(),
                  before.digest(),
                  before.mediaType(),
                  null,
                  null);
            });
        load.addLater(
            known -> {
              IndexRow before = Objects.requireNonNull(known.newest(later.url(), later.at()));
              assertThat(before.kind()).as("the one before").isEqualTo(IndexRow.Kind.NOT_MODIFIED);
              return null;
            });
        load.finish("1:99");
      }
      List<IndexRow> all = index.all(original.url());
      assertThat(all).hasSize(2);
      assertThat(all.getLast().payload()).isEqualTo(original.place());
    }
    try (var files = java.nio.file.Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("runs"));
    }
  }

  @Test
  void ofARowThatIsAddedTwiceOneStays() throws IOException {
    try (CaptureIndex index = CaptureIndex.open(directory)) {
      try (BulkLoad load = index.load()) {
        load.add(List.of(row(1, 0), row(2, 0), row(1, 0)));
        load.flush();
        load.add(List.of(row(1, 0)));
        load.finish("1:1");
      }
      assertThat(index.all(row(1, 0).url())).hasSize(1);
    }
  }

  @Test
  void aLoadThatWasNotFinishedLeavesNoMark() throws IOException {
    try (CaptureIndex index = CaptureIndex.open(directory)) {
      try (BulkLoad load = index.load()) {
        load.add(unsorted());
      }
    }
    try (CaptureIndex index = CaptureIndex.open(directory)) {
      assertThat(index.returnTo("1:77")).as("so that it is made anew").isFalse();
    }
  }
}
