package org.orbweaver.census.places;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    try (CsvReader<CsvRecord> lines =
        CsvReader.builder()
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(Files.newBufferedReader(file))) {
      for (CsvRecord line : lines) {
        if (!isBlank(line)) {
          ranges.add(range(file, line));
        }
      }
    } catch (IOException | UncheckedIOException | CsvParseException e) {
      throw new PlaceDatabaseException(file, "cannot be read as text", e);
    }
    ranges.sort((a, b) -> a.first().compareTo(b.first()));
    return new NetworkRanges(ranges);
  }

  private static boolean isBlank(CsvRecord line) {
    return line.getFieldCount() == 1 && line.getField(0).isBlank();
  }

  private static Range range(Path file, CsvRecord line) {
    List<String> fields = line.getFields();
    try {
      return new Range(
          address(fields.get(0)),
          address(fields.get(1)),
          new Network(Long.parseLong(fields.get(2).strip()), name(fields)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new PlaceDatabaseException(
          file,
          "has a line "
              + line.getStartingLineNumber()
              + " that is not first address,last address,number,name",
          e);
    }
  }

  private static Endpoint address(String text) {
    return Endpoint.parse(text.indexOf(':') < 0 ? text + ":0" : "[" + text + "]:0");
  }

  /** Some tables do not quote names with commas in them; the name is the last field. */
  private static String name(List<String> fields) {
    return fields.size() == 4
        ? fields.getLast()
        : String.join(",", fields.subList(3, fields.size()));
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
