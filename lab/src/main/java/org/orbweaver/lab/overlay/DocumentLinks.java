package org.orbweaver.lab.overlay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The links of HTML files on disk: each folder in the folder given is a host, as {@code
 * tools/get-documents} makes them from Debian's documentation packages.
 */
public final class DocumentLinks implements LinkSet {
  private final Path folder;

  public DocumentLinks(Path folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return "documents";
  }

  @Override
  public void visit(Visitor visitor) throws IOException {
    for (Path host : hosts()) {
      for (Path page : pages(host)) {
        WebUrl url = url(host, page);
        if (url != null) {
          visitor.page(url.toString(), links(url, page));
        }
      }
    }
  }

  private List<Path> hosts() throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static List<Path> pages(Path host) throws IOException {
    try (Stream<Path> found = Files.walk(host)) {
      return found.filter(DocumentLinks::isHtml).sorted().toList();
    }
  }

  private static boolean isHtml(Path path) {
    String name = path.getFileName().toString();
    return (name.endsWith(".html") || name.endsWith(".htm")) && Files.isRegularFile(path);
  }

  private static @Nullable WebUrl url(Path host, Path page) {
    String name = host.getFileName().toString().replace('+', 'p').replace('_', '-');
    return WebUrl.parse("https://" + name + ".example/" + host.relativize(page));
  }

  private static List<String> links(WebUrl url, Path page) throws IOException {
    Set<String> found = new LinkedHashSet<>();
    byte[] body = Files.readAllBytes(page);
    for (Link link : LinkExtractor.extract(url, "text/html", null, body).links()) {
      found.add(link.url().toString());
    }
    return new ArrayList<>(found);
  }
}
