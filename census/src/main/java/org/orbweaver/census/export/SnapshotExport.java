package org.orbweaver.census.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.orbweaver.census.duckdb.DuckDb;
import org.orbweaver.census.snapshot.ScratchFolder;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotException;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.snapshot.SnapshotReader;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.census.snapshot.SnapshotSchema;
import org.orbweaver.census.snapshot.SnapshotWriter;

/** Writes snapshots into another folder, every row changed on the way, in the wanted format. */
public final class SnapshotExport {
  private final Path folder;
  private final ExportFormat format;
  private final UnaryOperator<SnapshotRow> change;

  public SnapshotExport(Path folder, ExportFormat format, UnaryOperator<SnapshotRow> change) {
    this.folder = folder;
    this.format = format;
    this.change = change;
  }

  /** Returns the file it has written. */
  public Path write(Snapshot snapshot) throws IOException {
    Path source = snapshot.parquet().toAbsolutePath().normalize();
    if (source.equals(folder.resolve(source.getFileName()).toAbsolutePath().normalize())) {
      throw new SnapshotException(
          "the snapshot " + snapshot.name() + " is in " + folder + ": export into another folder");
    }
    try (ScratchFolder scratch = format == ExportFormat.PARQUET ? null : scratch()) {
      Path target = scratch == null ? folder : scratch.path();
      Snapshot changed = rewrite(snapshot, target);
      return scratch == null ? changed.parquet() : convert(changed, scratch.path());
    }
  }

  private ScratchFolder scratch() throws IOException {
    Files.createDirectories(folder);
    return ScratchFolder.beside(folder.resolve("export"));
  }

  private Snapshot rewrite(Snapshot snapshot, Path into) throws IOException {
    try (SnapshotReader reader = snapshot.read();
        SnapshotWriter writer = new SnapshotWriter(into, snapshot.name())) {
      reader.forEach(row -> writer.add(change.apply(row), row.endpoint().isGlobal()));
      SnapshotInfo info = snapshot.info();
      return writer.finish(info.with(info.buckets(), Map.of())); // settings may name own addresses
    }
  }

  private Path convert(Snapshot changed, Path scratch) throws IOException {
    String ending = "." + format.name().toLowerCase(Locale.ROOT);
    Path unfinished = scratch.resolve("rows" + ending);
    Path finished = folder.resolve(changed.name() + ending);
    try (Connection connection = DuckDb.open(scratch);
        Statement statement = connection.createStatement()) {
      statement.execute("SET preserve_insertion_order = true");
      statement.execute(
          "COPY (SELECT "
              + SnapshotSchema.names()
                  .replace("id, address", "lower(hex(id)) AS id, address")
                  .replace("ip, port", "lower(hex(ip)) AS ip, port")
              + " FROM read_parquet("
              + DuckDb.quoted(changed.parquet())
              + ")) TO "
              + DuckDb.quoted(unfinished)
              + (format == ExportFormat.CSV ? " (FORMAT csv, HEADER)" : " (FORMAT json)"));
    } catch (SQLException e) {
      throw new SnapshotException(
          "cannot export the snapshot " + changed.name() + ": " + DuckDb.reason(e), e);
    }
    return Files.move(unfinished, finished, StandardCopyOption.REPLACE_EXISTING);
  }
}
