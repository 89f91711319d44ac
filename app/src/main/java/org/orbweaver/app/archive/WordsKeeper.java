package org.orbweaver.app.archive;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.app.ThreadEnd;

/**
 * Keeps the words of collections searchable while captures come in: reads what is new once a
 * minute, beside whoever captures it.
 */
public final class WordsKeeper implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Holdings holdings;
  private final List<String> names;
  private final Consumer<String> warning;
  private final Thread thread;

  /**
   * @param names of collections; empty for all
   */
  public WordsKeeper(Holdings holdings, List<String> names, Consumer<String> warning) {
    this.holdings = holdings;
    this.names = names;
    this.warning = warning;
    thread = Thread.ofVirtual().name("words").start(this::keep);
  }

  private void keep() {
    try {
      while (true) {
        try {
          holdings.read(names, false);
        } catch (IOException | IllegalArgumentException e) {
          warning.accept("words are not searchable yet: " + e.getMessage());
        }
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ThreadEnd.await(thread);
  }
}
