package org.orbweaver.app;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What has to be closed in the end, the last first. */
public final class Closeables implements AutoCloseable {
  /** Something that may fail to close. */
  public interface Closeable extends AutoCloseable {
    @Override
    void close() throws IOException;
  }

  private final Deque<Closeable> all = new ArrayDeque<>();

  public <T> T add(T resource, Closeable closing) {
    all.push(closing);
    return resource;
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : all) {
      each.close();
    }
  }
}
