package org.orbweaver.shell;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import org.orbweaver.app.crawl.CrawlRounds;

/** Lines drawn over themselves on a terminal; elsewhere nothing is drawn. */
public final class DrawnLines implements CrawlRounds.RoundView {
  private final Supplier<List<String>> text;
  private final PrintWriter err;
  private final boolean shown;
  private int lines;

  /**
   * @param text what there is to see at the time
   */
  public DrawnLines(Output output, Supplier<List<String>> text) {
    this.text = text;
    this.err = output.err();
    this.shown = output.onTerminal();
  }

  @Override
  public void draw() {
    if (shown) {
      List<String> fresh = text.get();
      erase();
      fresh.forEach(err::println);
      err.flush();
      lines = fresh.size();
    }
  }

  private void erase() {
    if (lines > 0) {
      err.print("\033[" + lines + "A\033[J");
    }
  }

  @Override
  public void close() {
    erase();
    err.flush();
  }
}
