package org.orbweaver.census.places;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/** Tells the autonomous system an address belongs to; the first file that knows counts. */
public final class Networks {
  /** One autonomous system. */
  public record Network(long number, String name) {}

  private interface Source {
    @Nullable Network find(Endpoint address);
  }

  private final List<Source> sources;

  private Networks(List<Source> sources) {
    this.sources = sources;
  }

  /** Files ending in {@code .mmdb} are read as such, all others as comma-separated ranges. */
  public static Networks open(List<Path> paths) {
    List<Source> sources = new ArrayList<>();
    for (Path path : paths) {
      if (path.toString().endsWith(".mmdb")) {
        MmdbFile file = MmdbFile.open(path);
        sources.add(address -> network(file.find(address)));
      } else {
        sources.add(NetworkRanges.load(path)::find);
      }
    }
    return new Networks(sources);
  }

  public @Nullable Network find(Endpoint address) {
    for (Source source : sources) {
      Network network = source.find(address);
      if (network != null) {
        return network;
      }
    }
    return null;
  }

  private static @Nullable Network network(@Nullable Map<?, ?> record) {
    if (record == null || !(record.get("autonomous_system_number") instanceof Number number)) {
      return null;
    }
    Object name = record.get("autonomous_system_organization");
    return new Network(number.longValue(), name == null ? "" : name.toString());
  }
}
