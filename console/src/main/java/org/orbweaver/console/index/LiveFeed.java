package org.orbweaver.console.index;

import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.console.Viewers;
import org.orbweaver.indexer.store.StoreStats;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the dashboard shows, once a second. The store is counted at most every ten seconds and only
 * while somebody looks: on millions of rows that is work.
 */
final class LiveFeed {
  private static final long RECOUNT_NANOS = Duration.ofSeconds(10).toNanos();

  private final Supplier<StoreStats> count;
  private final Supplier<Optional<? extends Record>> metrics;
  private final Viewers viewers = new Viewers();
  private final Thread heart;
  private volatile @Nullable StoreStats last;
  private volatile long countedAt;

  /** One beat. */
  record Beat(StoreStats store, Map<String, Object> pipeline) {}

  LiveFeed(Supplier<StoreStats> count, Supplier<Optional<? extends Record>> metrics) {
    this.count = count;
    this.metrics = metrics;
    heart = Thread.ofVirtual().name("live-feed").start(this::beat);
  }

  void join(SseClient viewer) {
    if (viewers.join(viewer)) {
      tell();
    }
  }

  private void beat() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.sleep(1_000);
        if (!viewers.isEmpty()) {
          tell();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell() {
    try {
      viewers.tell("beat", now());
    } catch (RuntimeException e) {
      // The node or the store does not answer in time: viewers see the last figures until it does.
    }
  }

  /** As text: the server's own JSON mapper is another library. */
  private String now() {
    return JsonMapper.shared().writeValueAsString(new Beat(stats(), figures()));
  }

  /** The pipeline's figures by their names; none where it does not run. */
  Map<String, Object> figures() {
    return metrics.get().map(each -> asMap(JsonMapper.shared(), each)).orElse(Map.of());
  }

  @SuppressWarnings("unchecked") // a record becomes a JSON object, and that a map by names
  private static Map<String, Object> asMap(JsonMapper mapper, Record metrics) {
    return mapper.convertValue(metrics, Map.class);
  }

  StoreStats stats() {
    StoreStats known = last;
    long now = System.nanoTime();
    if (known == null || now - countedAt > RECOUNT_NANOS) {
      known = count.get();
      last = known;
      countedAt = now;
    }
    return known;
  }

  void stop() {
    heart.interrupt();
    viewers.close();
  }
}
