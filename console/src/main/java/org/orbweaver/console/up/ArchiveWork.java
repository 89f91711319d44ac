package org.orbweaver.console.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.archive.Holdings;
import org.orbweaver.app.up.NotYet;
import org.orbweaver.app.up.Work;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.console.archive.ArchiveServer;

/** The pages that this peer has fetched, in the time machine, at an origin of their own. */
public final class ArchiveWork implements Work {
  private static final String HOST = "127.0.0.1";
  private static final int ANY_PORT = 0;

  private final Holdings holdings;
  private final Archive archive;
  private final TextSearch search;
  private final ArchiveServer server;
  private final AtomicReference<@Nullable String> address;

  private ArchiveWork(Holdings holdings, Archive archive, AtomicReference<@Nullable String> address)
      throws IOException {
    this.holdings = holdings;
    this.archive = archive;
    this.address = address;
    this.search = new TextSearch(holdings.texts(archive), archive.access());
    this.server =
        new ArchiveServer(archive, FuzzyRules.usual(), search, HOST, ANY_PORT, ANY_PORT, null);
    address.set(server.address());
  }

  /**
   * @param data the peer's directory
   * @param address where it is, while it is
   */
  public static ArchiveWork start(
      Path data, AtomicReference<@Nullable String> address, Consumer<String> warning)
      throws IOException {
    Path own = data.resolve("archive");
    if (!Files.isDirectory(own)) {
      throw new NotYet("nothing has been archived yet");
    }
    Holdings holdings = new Holdings(data, warning);
    return new ArchiveWork(holdings, holdings.open(List.of(own.toString()), true), address);
  }

  /** Asked once a second: what has been fetched since is shown from then on. */
  @Override
  public boolean isAlive() {
    holdings.follow(archive);
    return true;
  }

  @Override
  public String sentence() {
    return "archived pages at " + server.address();
  }

  @Override
  public void close() throws IOException {
    address.set(null);
    server.close();
    search.close();
    archive.close();
  }
}
