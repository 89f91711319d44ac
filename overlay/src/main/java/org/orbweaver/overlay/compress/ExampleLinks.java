package org.orbweaver.overlay.compress;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * What links look like: schemes, well-known hosts, the words and endings of paths and queries.
 * Written down from general knowledge of the web, not taken from any set that is measured. Part of
 * the protocol: peers with different examples do not understand each other's links.
 */
public final class ExampleLinks {
  private static final String FILE = "example-links.txt";

  private ExampleLinks() {}

  /** One after the other, each ended by a zero, as in a message. */
  public static byte[] message() {
    try (InputStream in = ExampleLinks.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the program is incomplete: " + FILE + " is missing");
      }
      byte[] lines = in.readAllBytes();
      for (int i = 0; i < lines.length; i++) {
        lines[i] = lines[i] == '\n' ? 0 : lines[i];
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
