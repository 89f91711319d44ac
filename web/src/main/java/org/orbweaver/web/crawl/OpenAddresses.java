package org.orbweaver.web.crawl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.web.visit.Cause;

/**
 * What a crawl still lacks, whichever run or round met it: addresses of which the log's last word
 * is that they failed, that a rule left them out which does not only say what the scope is, or that
 * they were not kept whole. Each part of the log is read once.
 */
public final class OpenAddresses {
  /** So many are counted; who lacks more lacks something. */
  private static final int MOST = 100_000;

  private final Path log;
  private final Map<String, Boolean> failed = new HashMap<>();
  private long read;

  /**
   * @param directory of the crawl
   */
  public OpenAddresses(Path directory) {
    this.log = directory.resolve(CrawlLog.NAME);
  }

  /** Takes in what was written since the last time. */
  public void catchUp() throws IOException {
    try (FileChannel file = FileChannel.open(log);
        InputStream rest = Channels.newInputStream(file.position(read));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(rest, StandardCharsets.UTF_8))) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        LogLine line = LogLine.parse(text);
        if (line != null && !line.url().isEmpty()) {
          take(line);
        }
      }
      read = file.position();
    }
  }

  private void take(LogLine line) {
    boolean isFailure = Cause.isFailure(line.status());
    if (!isFailure && !isLacking(line)) {
      failed.remove(line.url());
    } else if (failed.size() < MOST || failed.containsKey(line.url())) {
      failed.put(line.url(), isFailure);
    }
  }

  private static boolean isLacking(LogLine line) {
    return Cause.isLeftOut(line.status())
        ? !Verdict.saysOnlyTheScope(line.why())
        : line.isIncomplete();
  }

  /** How many could not be had. */
  public long failed() {
    return failed.values().stream().filter(each -> each).count();
  }

  /** How many were left out, or are not whole. */
  public long others() {
    return failed.size() - failed();
  }

  public boolean isEmpty() {
    return failed.isEmpty();
  }
}
