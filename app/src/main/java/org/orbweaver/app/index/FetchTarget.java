package org.orbweaver.app.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Sentence;
import org.orbweaver.indexer.torrent.MagnetLink;
import org.orbweaver.indexer.torrent.Metainfo;
import org.orbweaver.indexer.torrent.Reading;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Key;

/** What a user wants fetched: an infohash, a magnet link, a list of these, or a torrent file. */
public sealed interface FetchTarget {
  /** To be looked for. */
  record Hashes(List<Key> hashes) implements FetchTarget {
    public Hashes {
      hashes = List.copyOf(hashes);
    }
  }

  /** There already. */
  record Given(Torrent torrent) implements FetchTarget {}

  /**
   * Reads it, files too.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  static FetchTarget read(String text) {
    Path file = file(text);
    return file == null ? new Hashes(List.of(MagnetLink.readInfohash(text))) : read(file);
  }

  private static @Nullable Path file(String text) {
    try {
      Path file = Path.of(text);
      return Files.exists(file) ? file : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static FetchTarget read(Path file) {
    byte[] content;
    try {
      content = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + Sentence.of(e), e);
    }
    return content.length > 0 && content[0] == 'd'
        ? new Given(torrent(file, content))
        : new Hashes(lines(file, new String(content, StandardCharsets.UTF_8)));
  }

  private static Torrent torrent(Path file, byte[] content) {
    return switch (Metainfo.read(content)) {
      case Reading.Accepted(Torrent torrent) -> torrent;
      case Reading.Refused(var reason) ->
          throw new IllegalArgumentException(
              "the torrent file " + file + " cannot be taken: " + reason);
    };
  }

  private static List<Key> lines(Path file, String text) {
    List<Key> hashes = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().map(String::strip).toList()) {
      number++;
      if (!line.isEmpty() && !line.startsWith("#")) {
        try {
          hashes.add(MagnetLink.readInfohash(line));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "line %d of %s is %s".formatted(number, file, e.getMessage()), e);
        }
      }
    }
    return hashes;
  }
}
