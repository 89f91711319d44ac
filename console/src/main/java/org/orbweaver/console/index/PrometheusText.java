package org.orbweaver.console.index;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.orbweaver.console.MetricLines;
import org.orbweaver.indexer.store.StoreStats;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures of the dashboard in Prometheus' text format, by its conventions: one prefix, base
 * units, {@code _total} for what only grows, a sentence of help for each.
 */
final class PrometheusText {
  private static final JsonNode SENTENCES = sentences();

  /** What goes up and down. All else is counted since the start. */
  private static final Set<String> GAUGES =
      Set.of(
          "waiting",
          "hearsayWaiting",
          "filterHitRate",
          "filterSize",
          "claimed",
          "running",
          "again",
          "offered",
          "resting",
          "share",
          "hashesSeen");

  private final MetricLines lines = new MetricLines();

  private PrometheusText() {}

  static String of(StoreStats stats, Map<String, Object> report) {
    PrometheusText text = new PrometheusText();
    MetricLines out = text.lines;
    out.gauge("orbweaver_index_torrents", "Torrents in the index.", stats.torrents());
    out.gauge("orbweaver_index_size_bytes", "What the index takes.", stats.bytes());
    out.gauge("orbweaver_index_due_hashes", "Hashes to look up now.", stats.due());
    out.head("orbweaver_index_hashes", "gauge", "Infohashes by state.");
    stats
        .hashes()
        .forEach(
            (state, count) ->
                out.line(
                    "orbweaver_index_hashes{state=\""
                        + state.name().toLowerCase(Locale.ROOT)
                        + "\"}",
                    count));
    Object pipeline = report.getOrDefault("pipeline", report);
    if (pipeline instanceof Map<?, ?> stages) {
      stages.forEach((name, value) -> text.stage(String.valueOf(name), value));
    }
    if (report.get("peerFailures") instanceof Map<?, ?> failures) {
      out.head("orbweaver_index_peer_failures_total", "counter", "Peers without metadata, by why.");
      failures.forEach(
          (why, count) ->
              out.line(
                  "orbweaver_index_peer_failures_total{reason=\""
                      + String.valueOf(why).toLowerCase(Locale.ROOT)
                      + "\"}",
                  (Number) count));
    }
    if (report.get("udp") instanceof Map<?, ?> udp
        && udp.get("packetsSent") instanceof Number sent) {
      out.counter("orbweaver_index_packets_sent_total", "UDP packets sent.", sent);
    }
    return out.toString();
  }

  private void stage(String stage, Object value) {
    if (value instanceof Number number) {
      figure("pipeline", stage, number);
    } else if (value instanceof Map<?, ?> figures) {
      figures.forEach(
          (name, each) -> {
            if (each instanceof Number number) {
              figure(stage, String.valueOf(name), number);
            }
          });
    }
  }

  private void figure(String stage, String name, Number value) {
    boolean gauge = GAUGES.contains(name) || stage.equals("passive") && name.equals("failed");
    String help = SENTENCES.path(stage).path(1).path(name).path(1).asString("");
    String full = "orbweaver_index_" + snake(stage) + "_" + snake(name);
    if (gauge) {
      lines.gauge(full, help, value);
    } else {
      lines.counter(full + "_total", help, value);
    }
  }

  private static String snake(String name) {
    return name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  private static JsonNode sentences() {
    try (InputStream stream = PrometheusText.class.getResourceAsStream("page/counters.json")) {
      return JsonMapper.shared().readTree(Objects.requireNonNull(stream).readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
