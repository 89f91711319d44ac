package org.orbweaver.app;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What has to be closed in the end, the last first. What is opened step by step is added step by
 * step, so that when a step throws, all before it are closed; when none does, {@link #release}
 * leaves them open and hands them over.
 */
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

  /** They belong to somebody else now, who closes what is returned. */
  public Closeables release() {
    Closeables theirs = new Closeables();
    theirs.all.addAll(all);
    all.clear();
    return theirs;
  }

  /** All of them, whatever happens; tells of the first that failed. */
  @Override
  public void close() throws IOException {
    @Nullable Exception first = null;
    while (!all.isEmpty()) {
      try {
        all.pop().close();
      } catch (IOException | RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    switch (first) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(first);
    }
  }
}
