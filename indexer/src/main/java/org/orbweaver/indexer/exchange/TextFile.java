package org.orbweaver.indexer.exchange;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Lines of a file, plain or gzipped as its name says. */
public final class TextFile {
  private TextFile() {}

  public static BufferedReader open(Path path) throws IOException {
    InputStream stream = Files.newInputStream(path);
    return new BufferedReader(
        new InputStreamReader(
            path.toString().endsWith(".gz") ? new GZIPInputStream(stream, 1 << 16) : stream,
            StandardCharsets.UTF_8));
  }
}
