package org.orbweaver.indexer.classify;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads its rules when the first torrent is to be labelled. To read them takes longer than a
 * search, which labels none.
 */
public final class LateClassifier implements Classifier {
  private final Supplier<? extends Classifier> rules;
  private @Nullable Classifier read;

  public LateClassifier(Supplier<? extends Classifier> rules) {
    this.rules = rules;
  }

  @Override
  public Labels classify(String name, Map<String, Long> bytesByExtension) {
    return read().classify(name, bytesByExtension);
  }

  private synchronized Classifier read() {
    Classifier now = read;
    if (now == null) {
      now = rules.get();
      read = now;
    }
    return now;
  }
}
