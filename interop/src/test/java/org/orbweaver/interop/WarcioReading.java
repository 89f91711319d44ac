package org.orbweaver.interop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** WARC files as npm's warcio reads them. */
final class WarcioReading {
  private WarcioReading() {}

  /**
   * A response or revisit record.
   *
   * @param written the payload digest in the record
   * @param computed the payload's digest; of a revisit, what is written
   */
  record Line(String type, String url, String status, String written, String computed) {}

  static List<Line> of(List<Path> warcs) throws IOException, InterruptedException {
    Path script = NpmPackages.installed().resolve("warcio_read.mjs");
    List<String> command = new ArrayList<>(List.of("node", script.toString()));
    warcs.forEach(warc -> command.add(warc.toString()));
    Process node = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (node.waitFor() != 0) {
      throw new AssertionError("warcio cannot read it: " + said);
    }
    return said.lines()
        .map(line -> line.split(" "))
        .map(words -> new Line(words[0], words[1], words[2], words[3], words[4]))
        .toList();
  }
}
