package org.orbweaver.lab.webspeed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.sim.web.WebAnswers;
import org.orbweaver.sim.web.WebLinks;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.sim.web.WebTruth;

/**
 * A synthetic web as files: a folder for each host, and beside each page its gzipped form, which
 * nginx sends to who can read it.
 */
final class SiteFiles {
  private final Path root;
  private final int port;
  private final List<String> addresses;
  private final WebAnswers answers;

  SiteFiles(WebShape shape, int port, Path root) {
    WebLinks links = new WebLinks(shape, port);
    this.root = root;
    this.port = port;
    this.answers = new WebAnswers(shape, links);
    this.addresses = new ArrayList<>(new WebTruth(shape, links).expected(0));
  }

  void write() throws IOException {
    for (String address : addresses) {
      int slash = address.indexOf('/');
      String host = address.substring(0, slash);
      String path = address.substring(slash);
      Path file = root.resolve(address.endsWith("/") ? address + "index.html" : address);
      Files.createDirectories(file.getParent());
      Files.write(file, answers.answer(host, path, 0, null, false).body());
      if (file.toString().endsWith(".html")) {
        Path zipped = Path.of(file + ".gz");
        Files.write(zipped, answers.answer(host, path, 0, null, true).body());
        Files.setLastModifiedTime(zipped, Files.getLastModifiedTime(file));
      }
    }
  }

  /** Everything there is, as URLs. */
  List<String> urls() {
    return addresses.stream()
        .map(
            address -> {
              int slash = address.indexOf('/');
              return "http://"
                  + address.substring(0, slash)
                  + ":"
                  + port
                  + address.substring(slash);
            })
        .toList();
  }
}
