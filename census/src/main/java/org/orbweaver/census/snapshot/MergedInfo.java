package org.orbweaver.census.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Prefix;

/** How a snapshot was taken that several crawls took in parts. */
final class MergedInfo {
  private static final int POINTS = 200;

  private final List<SnapshotInfo> parts;
  private final long started;
  private final long ended;

  private MergedInfo(List<SnapshotInfo> parts) {
    this.parts = parts;
    started = parts.stream().mapToLong(SnapshotInfo::startedMicros).min().orElse(0);
    ended = parts.stream().mapToLong(SnapshotInfo::endedMicros).max().orElse(0);
  }

  static SnapshotInfo of(List<SnapshotInfo> parts, List<Prefix> missing) {
    return new MergedInfo(parts).merged(missing);
  }

  private SnapshotInfo merged(List<Prefix> missing) {
    Map<String, String> settings = new TreeMap<>(parts.getFirst().settings());
    settings.keySet().removeIf(key -> !isCommon(key));
    settings.put("parts", Integer.toString(parts.size()));
    if (!missing.isEmpty()) {
      settings.put(
          "missing", missing.stream().map(Prefix::toString).collect(Collectors.joining(",")));
    }
    return new SnapshotInfo(
        SnapshotSchema.FORMAT,
        common(SnapshotInfo::program),
        common(SnapshotInfo::strategy),
        common(SnapshotInfo::mode),
        missing.isEmpty() ? "" : commonPrefix(),
        started,
        ended,
        0,
        0,
        sum(SnapshotInfo::packets),
        sum(SnapshotInfo::answers),
        estimate(),
        growth(),
        planted(),
        List.of(),
        settings);
  }

  private boolean isCommon(String setting) {
    return parts.stream().map(part -> part.settings().get(setting)).distinct().count() == 1;
  }

  private String common(Function<SnapshotInfo, String> word) {
    return parts.stream().map(word).distinct().collect(Collectors.joining(", "));
  }

  private String commonPrefix() {
    return parts.stream().map(SnapshotInfo::prefix).reduce(MergedInfo::commonStart).orElse("");
  }

  private static String commonStart(String a, String b) {
    int length = 0;
    while (length < Math.min(a.length(), b.length()) && a.charAt(length) == b.charAt(length)) {
      length++;
    }
    return a.substring(0, length);
  }

  private long sum(ToLongFunction<SnapshotInfo> figure) {
    return parts.stream().mapToLong(figure).sum();
  }

  /** Null if a part made none. */
  private SnapshotInfo.@Nullable Estimate estimate() {
    List<SnapshotInfo.Estimate> all =
        parts.stream().map(SnapshotInfo::estimate).filter(Objects::nonNull).toList();
    if (all.size() < parts.size()
        || all.stream()
            .anyMatch(
                one -> one.liveNodes() == null || one.nodes() == null || one.recall() == null)) {
      return null;
    }
    double live = total(all, one -> orZero(one.liveNodes()));
    double found = total(all, one -> orZero(one.liveNodes()) * orZero(one.recall()));
    return new SnapshotInfo.Estimate(
        live,
        all.stream().anyMatch(one -> one.liveNodesError() == null) ? null : error(all),
        total(all, one -> orZero(one.nodes())),
        live > 0 ? found / live : null);
  }

  /** The parts' errors are independent of each other. */
  private static double error(List<SnapshotInfo.Estimate> all) {
    return Math.sqrt(
        total(all, one -> orZero(one.liveNodesError()) * orZero(one.liveNodesError())));
  }

  private static double orZero(@Nullable Double value) {
    return value == null ? 0 : value;
  }

  private static double total(
      List<SnapshotInfo.Estimate> all, ToDoubleFunction<SnapshotInfo.Estimate> figure) {
    return all.stream().mapToDouble(figure).sum();
  }

  private SnapshotInfo.@Nullable Planted planted() {
    List<SnapshotInfo.Planted> all =
        parts.stream().map(SnapshotInfo::planted).filter(Objects::nonNull).toList();
    return all.isEmpty()
        ? null
        : new SnapshotInfo.Planted(
            all.stream().mapToInt(SnapshotInfo.Planted::nodes).sum(),
            all.stream().mapToInt(SnapshotInfo.Planted::found).sum());
  }

  /** The sum of all parts at evenly spaced moments, whether they ran at once or in turn. */
  private List<SnapshotInfo.Growth> growth() {
    double seconds = (ended - started) / 1e6;
    List<SnapshotInfo.Growth> points = new ArrayList<>();
    for (int i = 1; i <= POINTS; i++) {
      double at = seconds * i / POINTS;
      long nodes = 0;
      long packets = 0;
      double in = 0;
      double out = 0;
      for (SnapshotInfo part : parts) {
        double own = at - (part.startedMicros() - started) / 1e6;
        for (int j = part.growth().size() - 1; j >= 0; j--) {
          SnapshotInfo.Growth point = part.growth().get(j);
          if (point.seconds() <= own) {
            nodes += point.nodes();
            packets += point.packets();
            boolean running = j < part.growth().size() - 1;
            in += running ? part.growth().get(j + 1).bitsInPerSecond() : 0;
            out += running ? part.growth().get(j + 1).bitsOutPerSecond() : 0;
            break;
          }
        }
      }
      points.add(new SnapshotInfo.Growth(at, nodes, packets, in, out));
    }
    return points;
  }
}
