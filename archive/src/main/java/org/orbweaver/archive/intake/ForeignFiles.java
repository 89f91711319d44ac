package org.orbweaver.archive.intake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of a foreign collection: number, how far read, how far there is to read, first byte,
 * path; a line each in {@code sources.txt}. A WACZ holds several WARC files: each is a part of it.
 */
public final class ForeignFiles {
  public static final String FILE = "sources.txt";

  /**
   * @param start of the WARC file within the file
   * @param read up to where its records are in the index
   * @param end where the WARC file ends; -1 for the end of the file, which may grow
   */
  public record Part(int number, Path path, long start, long read, long end) {}

  /** Read up to there and ending there: nothing is left to read. */
  private static final long NEVER = Long.MAX_VALUE >>> 8;

  private final Path list;
  private final Map<Integer, Part> parts = new TreeMap<>();

  private ForeignFiles(Path list) {
    this.list = list;
  }

  public static ForeignFiles read(Path directory) throws IOException {
    ForeignFiles files = new ForeignFiles(directory.resolve(FILE));
    if (Files.exists(files.list)) {
      for (String line : Files.readAllLines(files.list)) {
        String[] words = line.split("\t", 5);
        if (words.length == 5) {
          int number = Integer.parseInt(words[0]);
          files.parts.put(
              number,
              new Part(
                  number,
                  Path.of(words[4]),
                  Long.parseLong(words[1]),
                  Long.parseLong(words[2]),
                  Long.parseLong(words[3])));
        }
      }
    }
    return files;
  }

  /** All of it is to be read once more, also what only an index told of. */
  public synchronized void forget() {
    parts.replaceAll(
        (number, part) ->
            new Part(
                number,
                part.path(),
                part.start(),
                part.start(),
                part.end() == NEVER ? -1 : part.end()));
  }

  public synchronized List<Part> parts() {
    return new ArrayList<>(parts.values());
  }

  public synchronized @Nullable Part part(int number) {
    return parts.get(number);
  }

  public synchronized boolean holds(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    return parts.values().stream().anyMatch(part -> part.path().equals(absolute));
  }

  /** False if it is there already. */
  synchronized boolean add(Path path, long start, long end) {
    Path absolute = path.toAbsolutePath().normalize();
    for (Part part : parts.values()) {
      if (part.path().equals(absolute) && part.start() == start) {
        return false;
      }
    }
    int number = parts.size() + 1;
    parts.put(number, new Part(number, absolute, start, start, end));
    return true;
  }

  /** The number of a file of which an index tells: it is not read, now or later. */
  synchronized int known(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    for (Part part : parts.values()) {
      if (part.path().equals(absolute)) {
        return part.number();
      }
    }
    int number = parts.size() + 1;
    parts.put(number, new Part(number, absolute, 0, NEVER, NEVER));
    return number;
  }

  synchronized void readUpTo(Part part, long position) throws IOException {
    parts.put(
        part.number(), new Part(part.number(), part.path(), part.start(), position, part.end()));
    write();
  }

  synchronized void write() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Part each : parts.values()) {
      text.append(each.number()).append('\t').append(each.start()).append('\t');
      text.append(each.read()).append('\t').append(each.end()).append('\t');
      text.append(each.path()).append('\n');
    }
    Path fresh = list.resolveSibling(FILE + ".new");
    Files.writeString(fresh, text);
    Files.move(fresh, list, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
