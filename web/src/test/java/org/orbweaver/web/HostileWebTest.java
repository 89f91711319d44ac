package org.orbweaver.web;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crawl of servers that mean harm, which must come to its end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class HostileWebTest {
  @TempDir private Path directory;
  protected HostileWeb web;
  protected HostileCrawl crawl;

  @SuppressWarnings("NullAway.Init") // set before each test
  HostileWebTest() {}

  @BeforeEach
  void open() throws IOException {
    web = new HostileWeb();
    crawl = new HostileCrawl(web, directory);
  }

  @AfterEach
  void close() throws IOException {
    web.close();
  }
}
