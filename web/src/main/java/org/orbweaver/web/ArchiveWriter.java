package org.orbweaver.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.web.visit.CaptureStore;

/**
 * Brings captures of many threads into the archive: one thread appends what has gathered, commits
 * once for all of it, and then says so. Bounded: who comes when the queue is full waits.
 */
public final class ArchiveWriter implements AutoCloseable {
  private record Delivery(
      CaptureStore.@Nullable Sealed capture,
      CompletableFuture<Optional<RecordLocation>> archived) {}

  private final ArchivingStore store;
  private final BlockingQueue<Delivery> deliveries = new ArrayBlockingQueue<>(256);
  private final Thread thread;

  public ArchiveWriter(ArchivingStore store) {
    this.store = store;
    this.thread = Thread.ofPlatform().daemon().name("archive").start(this::run);
  }

  /** Returns when the capture is in the archive for good: where its records lie, if it has any. */
  public Optional<RecordLocation> keep(CaptureStore.Sealed capture)
      throws IOException, InterruptedException {
    CompletableFuture<Optional<RecordLocation>> archived = new CompletableFuture<>();
    deliveries.put(new Delivery(capture, archived));
    try {
      return archived.get();
    } catch (ExecutionException e) {
      throw new IOException("the archive failed", e.getCause());
    }
  }

  private void run() {
    boolean open = true;
    while (open) {
      List<Delivery> batch = new ArrayList<>();
      try {
        batch.add(deliveries.take());
      } catch (InterruptedException e) {
        return;
      }
      deliveries.drainTo(batch);
      open = batch.stream().noneMatch(delivery -> delivery.capture() == null);
      archive(batch);
    }
  }

  private void archive(List<Delivery> batch) {
    try {
      List<Optional<RecordLocation>> places = new ArrayList<>();
      for (Delivery delivery : batch) {
        places.add(append(delivery.capture()));
      }
      store.commit();
      for (int i = 0; i < places.size(); i++) {
        batch.get(i).archived().complete(places.get(i));
      }
    } catch (IOException | RuntimeException e) {
      batch.forEach(delivery -> delivery.archived().completeExceptionally(e));
    }
  }

  private Optional<RecordLocation> append(CaptureStore.@Nullable Sealed capture)
      throws IOException {
    if (capture == null) {
      return Optional.empty();
    }
    try (capture) {
      return Optional.ofNullable(store.place(capture));
    }
  }

  /** Archives what waits, and ends. */
  @Override
  public void close() {
    try {
      deliveries.put(new Delivery(null, new CompletableFuture<>()));
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
