package org.orbweaver.indexer.pipeline;

import java.util.concurrent.Callable;

/**
 * Does elsewhere what may block, which is all that concerns the store. Its bound is that of the
 * stages: none has more than a few pieces of work under way.
 */
public interface BlockingWork {
  /** Told once, on the pipeline's thread and never from within {@link #run}. */
  interface Answer<T> {
    void done(long now, T result);

    /** The store could not do it; the stage decides what becomes of the data. */
    void failed(long now, Exception problem);
  }

  <T> void run(Callable<T> work, Answer<T> answer);
}
