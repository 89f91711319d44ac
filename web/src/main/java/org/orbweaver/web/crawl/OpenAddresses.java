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
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.Cause;

/**
 * What a crawl still lacks, whichever run or round met it: addresses of which the log's last word
 * is that they failed, that a rule left them out which does not only say what the scope is, or that
 * they were not kept whole. Each part of the log is read once.
 */
public final class OpenAddresses {
  /** So many are counted; who lacks more lacks something. */
  private static final int MOST = 100_000;

  private enum Lack {
    FAILED,
    LEFT_OUT,
    NOT_WHOLE
  }

  private final Path log;
  private final Map<String, Lack> lacks = new HashMap<>();
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
    Lack lack = lack(line);
    if (lack == null) {
      lacks.remove(line.url());
    } else if (lacks.size() < MOST || lacks.containsKey(line.url())) {
      lacks.put(line.url(), lack);
    }
  }

  private static @Nullable Lack lack(LogLine line) {
    if (Cause.isFailure(line.status())) {
      return Lack.FAILED;
    }
    if (Cause.isLeftOut(line.status())) {
      return Verdict.saysOnlyTheScope(line.why()) ? null : Lack.LEFT_OUT;
    }
    return line.isIncomplete() ? Lack.NOT_WHOLE : null;
  }

  /** Whether nothing of it was had, for a reason that may be gone. */
  public boolean hasNothingOf(WebUrl address) {
    Lack lack = lacks.get(address.toString());
    return lack == Lack.FAILED || lack == Lack.LEFT_OUT;
  }

  /** How many could not be had. */
  public long failed() {
    return lacks.values().stream().filter(each -> each == Lack.FAILED).count();
  }

  /** How many were left out, or are not whole. */
  public long others() {
    return lacks.size() - failed();
  }

  public boolean isEmpty() {
    return lacks.isEmpty();
  }
}
