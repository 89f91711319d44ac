package org.orbweaver.app.census;

import java.io.IOException;
import java.nio.file.Files;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.journal.JournalFile;
import org.orbweaver.census.journal.JournalReplay;
import org.orbweaver.census.journal.JournalWriter;
import org.orbweaver.census.journal.RecordedCrawl;

/**
 * A crawl and the file that keeps it while it runs.
 *
 * @param resumed whether there was something in the file
 */
record Checkpoint(
    JournalFile file, JournalWriter writer, CensusPlan plan, CrawlState state, boolean resumed)
    implements AutoCloseable {

  static Checkpoint begin(SnapshotName name, CensusPlan plan) throws IOException {
    Files.createDirectories(name.folder());
    JournalFile file = JournalFile.create(name.journal(), plan);
    CensusCrawl crawl = plan.newCrawl();
    JournalWriter writer = new JournalWriter(crawl.nodes(), file, plan.start(), 0);
    RecordedCrawl recorded = new RecordedCrawl(crawl, plan.start(), writer);
    return new Checkpoint(file, writer, plan, CrawlState.beginning(recorded), false);
  }

  /** Lives through what was done before. */
  static Checkpoint resume(SnapshotName name) throws IOException {
    JournalFile file = JournalFile.open(name.journal());
    try {
      JournalReplay replay = JournalReplay.of(file);
      JournalWriter writer =
          new JournalWriter(replay.nodes(), file, replay.lastTime(), replay.questions());
      return new Checkpoint(file, writer, file.plan(), replay.state(writer), true);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Once more if that very crawl was begun, from the start if none was. */
  static Checkpoint of(SnapshotName name, CensusPlan wanted) throws IOException {
    if (!Files.exists(name.journal())) {
      return begin(name, wanted);
    }
    Checkpoint found = resume(name);
    if (!found.plan().sameAs(wanted)) {
      found.close();
      throw new IOException(
          "%s is an unfinished snapshot that was begun with other options: finish it with --resume, or remove it"
              .formatted(name.journal()));
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
