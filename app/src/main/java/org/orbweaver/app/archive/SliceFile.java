package org.orbweaver.app.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.cdx.CdxLine;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.Slice;
import org.orbweaver.archive.search.SolrExport;
import org.orbweaver.archive.table.CaptureTable;
import org.orbweaver.archive.wacz.SliceExport;
import org.orbweaver.archive.wacz.WaczKey;
import org.orbweaver.archive.wacz.WaczWriter;

/**
 * A slice of an archive as one file: {@code NAME.wacz}, {@code NAME.cdxj}, {@code NAME.parquet};
 * its words in a Solr, if an address is given; anything else is a directory of WARC files.
 * Takedowns go along: who imports the slice shows no more than we do.
 */
public final class SliceFile {
  private final Holdings holdings;
  private final String name;

  /**
   * @param target a file's name, a directory, or the address of a Solr collection
   */
  public SliceFile(Holdings holdings, String target) {
    this.holdings = holdings;
    this.name = target;
  }

  /**
   * @param leftOut captures that could not be read
   */
  public record Report(String target, long captures, long leftOut) {}

  public Report write(Archive archive, Slice slice, String title) throws IOException {
    if (SolrExport.isSolr(name)) {
      return new Report(name, new SolrExport(name).write(archive, slice), 0);
    }
    Path target = Path.of(name);
    boolean wacz = name.endsWith(".wacz");
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new IllegalArgumentException(target + " exists already: choose another name");
    }
    if (!isOneFile()) {
      return write(archive, slice, title, target, wacz);
    }
    try {
      return write(archive, slice, title, target, wacz);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(target); // half a file would fill the disk, and stand in its own way
      throw e;
    }
  }

  private boolean isOneFile() {
    return Stream.of(".wacz", ".parquet", ".cdxj").anyMatch(name::endsWith);
  }

  private Report write(Archive archive, Slice slice, String title, Path target, boolean wacz)
      throws IOException {
    if (name.endsWith(".parquet")) {
      return new Report(name, CaptureTable.write(archive, slice, target), 0);
    }
    if (name.endsWith(".cdxj")) {
      List<String> lines = lines(archive, slice);
      Files.write(target, lines);
      return new Report(name, lines.size(), 0);
    }
    try (TemporaryFolder folder = TemporaryFolder.unlessKept(wacz ? null : target, "orb-export-");
        SliceExport export =
            new SliceExport(folder.path(), "orbweaver-export", InstantSource.system())) {
      long written = export.run(archive, slice);
      List<String> takedowns = archive.access().takedowns();
      if (wacz) {
        new WaczWriter(Instant.now(), WaczKey.of(holdings.data()))
            .write(target, title, export.written(), export.lines(), takedowns);
      } else if (!takedowns.isEmpty()) {
        Files.write(target.resolve(AccessRules.FILE), takedowns);
      }
      return new Report(name, written, export.leftOut());
    }
  }

  /** Of the captures where they lie: the index stands for the collection's own WARC files. */
  private static List<String> lines(Archive archive, Slice slice) {
    List<String> lines = new ArrayList<>();
    for (CaptureSource source : archive.sources()) {
      source.scan(
          slice.surtStart(),
          slice.surtStart(),
          row -> {
            if (slice.holds(row) && archive.isShown(source, row)) {
              lines.add(CdxLine.of(new ArchivedCapture(source, row)).cdxj());
            }
            return true;
          });
    }
    Collections.sort(lines);
    return lines;
  }
}
