package org.orbweaver.app.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.Slice;
import org.orbweaver.archive.table.CaptureTable;
import org.orbweaver.archive.wacz.SliceExport;
import org.orbweaver.archive.wacz.WaczKey;
import org.orbweaver.archive.wacz.WaczWriter;

/**
 * A slice of an archive as one file: {@code NAME.wacz}, {@code NAME.cdxj}, {@code NAME.parquet};
 * anything else is a directory of WARC files. Takedowns go along: who imports the slice shows no
 * more than we do.
 */
public final class SliceFile {
  private final Holdings holdings;
  private final Path target;

  public SliceFile(Holdings holdings, Path target) {
    this.holdings = holdings;
    this.target = target;
  }

  /**
   * @param leftOut captures that could not be read
   */
  public record Report(String target, long captures, long leftOut) {}

  public Report write(Archive archive, Slice slice, String title) throws IOException {
    boolean wacz = target.toString().endsWith(".wacz");
    boolean index = target.toString().endsWith(".cdxj");
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new IllegalArgumentException(target + " exists already: choose another name");
    }
    if (target.toString().endsWith(".parquet")) {
      return new Report(target.toString(), CaptureTable.write(archive, slice, target), 0);
    }
    try (TemporaryFolder folder =
            TemporaryFolder.unlessKept(wacz || index ? null : target, "orb-export-");
        SliceExport export =
            new SliceExport(folder.path(), "orbweaver-export", InstantSource.system())) {
      long written = export.run(archive, slice);
      List<String> takedowns = archive.access().takedowns();
      if (index) {
        Files.write(target, export.lines().stream().map(line -> line.cdxj()).sorted().toList());
      } else if (wacz) {
        new WaczWriter(Instant.now(), WaczKey.of(holdings.data()))
            .write(target, title, export.written(), export.lines(), takedowns);
      } else if (!takedowns.isEmpty()) {
        Files.write(target.resolve(AccessRules.FILE), takedowns);
      }
      return new Report(target.toString(), written, export.leftOut());
    }
  }
}
