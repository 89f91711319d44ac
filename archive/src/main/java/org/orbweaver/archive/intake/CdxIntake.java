package org.orbweaver.archive.intake;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.orbweaver.archive.index.BulkLoad;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * Captures that a CDX or CDXJ file tells of: the WARC files it names, which lie beside it, are not
 * read. On all cores, since nothing but reading lines is in the way.
 */
public final class CdxIntake {
  private static final int LINES = 2_000;

  /** Blocks of lines between two looks at what waits for others. */
  private static final int BLOCKS = 250;

  private static final List<String> FOLDERS = List.of("", "archive", "warc", "warcs");

  private final Path cdx;
  private final ForeignFiles files;
  private final CaptureIndex index;
  private final Consumer<String> problem;
  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private long captures;
  private long leftOut;

  /** A revisit, whose payload is found when all before it are in the index. */
  private record Waiting(CdxColumns.Line line, RecordLocation place) {}

  CdxIntake(Path cdx, ForeignFiles files, CaptureIndex index, Consumer<String> problem) {
    this.cdx = cdx;
    this.files = files;
    this.index = index;
    this.problem = problem;
  }

  public static boolean isIndex(Path path) {
    String name = path.getFileName().toString();
    String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    return plain.endsWith(".cdx") || plain.endsWith(".cdxj");
  }

  long captures() {
    return captures;
  }

  long leftOut() {
    return leftOut;
  }

  void run(String mark) throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    try (BulkLoad load = index.load();
        BufferedReader lines = open();
        ExecutorService pool = Executors.newFixedThreadPool(cores)) {
      String first = lines.readLine();
      if (first == null) {
        return;
      }
      CdxColumns columns = new CdxColumns(first);
      List<String> block = new ArrayList<>(LINES);
      if (!first.startsWith(CdxColumns.HEADER)) {
        block.add(first);
      }
      List<Future<?>> blocks = new ArrayList<>();
      String line;
      while ((line = lines.readLine()) != null) {
        block.add(line);
        if (block.size() == LINES) {
          List<String> full = block;
          blocks.add(pool.submit(() -> enter(columns, full, load)));
          block = new ArrayList<>(LINES);
          if (blocks.size() == BLOCKS) {
            settle(blocks, load);
          }
        }
      }
      List<String> rest = block;
      blocks.add(pool.submit(() -> enter(columns, rest, load)));
      settle(blocks, load);
      load.finish(mark);
      files.write();
    }
  }

  private BufferedReader open() throws IOException {
    InputStream in = Files.newInputStream(cdx);
    InputStream plain = cdx.toString().endsWith(".gz") ? new GZIPInputStream(in, 64 << 10) : in;
    return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), 1 << 20);
  }

  /** Waits for all blocks, and hands on what needed them. */
  private void settle(List<Future<?>> blocks, BulkLoad load) throws IOException {
    try {
      for (Future<?> block : blocks) {
        block.get();
      }
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(cdx + " cannot be read: " + cause.getMessage(), cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    blocks.clear();
    for (Waiting each : waiting) {
      load.addLater(known -> each.line().draft().row(each.place(), known));
    }
    waiting.clear();
  }

  private Void enter(CdxColumns columns, List<String> lines, BulkLoad load) throws IOException {
    List<IndexRow> rows = new ArrayList<>(lines.size());
    List<Waiting> later = new ArrayList<>();
    int senseless = 0;
    for (String text : lines) {
      CdxColumns.Line line = text.isBlank() ? null : columns.read(text);
      if (line == null) {
        senseless += text.isBlank() ? 0 : 1;
        continue;
      }
      RecordLocation place =
          new RecordLocation(
              numbers.computeIfAbsent(line.file(), this::number), line.offset(), line.length());
      if (line.draft().kind() == IndexRow.Kind.RESPONSE) {
        rows.add(line.draft().row(place, index));
      } else {
        later.add(new Waiting(line, place));
      }
    }
    load.add(rows);
    synchronized (waiting) {
      waiting.addAll(later);
      captures += rows.size() + later.size();
      leftOut += senseless;
    }
    return null;
  }

  /** Beside the index or in a folder there: a stranger's index leads to no other file. */
  private int number(String name) {
    Path folder = cdx.toAbsolutePath().normalize().resolveSibling("").normalize();
    Path told = folder.resolve(name).normalize();
    Path inside = told.startsWith(folder) ? folder.relativize(told) : told.getFileName();
    String plain = inside == null || inside.toString().isEmpty() ? "_" : inside.toString();
    for (String each : FOLDERS) {
      Path file = folder.resolve(each).resolve(plain);
      if (Files.isRegularFile(file)) {
        return files.known(file);
      }
    }
    problem.accept(cdx + " names " + name + ", which is not beside it: it cannot be shown");
    return files.known(folder.resolve(plain));
  }
}
