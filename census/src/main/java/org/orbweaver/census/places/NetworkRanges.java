package org.orbweaver.census.places;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.places.Networks.Network;
import org.orbweaver.kademlia.Endpoint;

/**
 * A table of address ranges and their networks, sorted, searched by halving. Its lines are
 *
 * <pre>
 *   1.0.0.0,1.0.0.255,13335,"Cloudflare, Inc."
 *   2001:200::,2001:200:ffff:ffff:ffff:ffff:ffff:ffff,2500,WIDE Project
 * </pre>
 *
 * Ranges may not overlap; half a million of them take about 50 MB.
 */
final class NetworkRanges {
  private record Range(Endpoint first, Endpoint last, Network network) {}

  private final List<Range> ranges;

  private NetworkRanges(List<Range> ranges) {
    this.ranges = ranges;
  }

  static NetworkRanges load(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new PlaceDatabaseException(file, "does not exist");
    }
    List<Range> ranges = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          ranges.add(range(file, number, line));
        }
      }
    } catch (IOException e) {
      throw new PlaceDatabaseException(file, "cannot be read as text", e);
    }
    ranges.sort((a, b) -> a.first().compareTo(b.first()));
    return new NetworkRanges(ranges);
  }

  private static Range range(Path file, int number, String line) {
    String[] fields = line.split(",", 4);
    try {
      return new Range(
          address(fields[0]),
          address(fields[1]),
          new Network(Long.parseLong(fields[2].strip()), name(fields[3])));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new PlaceDatabaseException(
          file, "has a line " + number + " that is not first address,last address,number,name", e);
    }
  }

  private static Endpoint address(String text) {
    return Endpoint.parse(text.indexOf(':') < 0 ? text + ":0" : "[" + text + "]:0");
  }

  private static String name(String field) {
    boolean quoted = field.length() > 1 && field.startsWith("\"") && field.endsWith("\"");
    return quoted ? field.substring(1, field.length() - 1).replace("\"\"", "\"") : field;
  }

  @Nullable Network find(Endpoint address) {
    Endpoint wanted = address.withPort(0);
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Range range = ranges.get(middle);
      if (wanted.compareTo(range.first()) < 0) {
        high = middle - 1;
      } else if (wanted.compareTo(range.last()) > 0) {
        low = middle + 1;
      } else {
        return range.network();
      }
    }
    return null;
  }
}
