package org.orbweaver.archive.verify;

import java.util.HashSet;
import java.util.Set;
import org.orbweaver.archive.replay.CaptureSource;

/** How much a collection holds. */
public record CollectionSize(String name, long captures, long files) {
  public static CollectionSize of(CaptureSource source) {
    long[] captures = {0};
    Set<Integer> files = new HashSet<>();
    source.scan(
        "",
        "",
        row -> {
          captures[0]++;
          files.add(row.place().file());
          return true;
        });
    return new CollectionSize(source.name(), captures[0], files.size());
  }
}
