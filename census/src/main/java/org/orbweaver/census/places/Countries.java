package org.orbweaver.census.places;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/** Tells the two-letter code of the country an address is in; the first file that knows counts. */
public final class Countries implements CountryLookup {
  private final List<MmdbFile> files;

  private Countries(List<MmdbFile> files) {
    this.files = files;
  }

  public static Countries open(List<Path> paths) {
    return new Countries(paths.stream().map(MmdbFile::open).toList());
  }

  @Override
  public @Nullable String find(Endpoint address) {
    for (MmdbFile file : files) {
      Map<?, ?> record = file.find(address);
      String code = record == null ? null : code(record);
      if (code != null) {
        return code;
      }
    }
    return null;
  }

  /** {@code country_code} in flat records, {@code country.iso_code} in MaxMind's. */
  private static @Nullable String code(Map<?, ?> record) {
    if (record.get("country_code") instanceof String code && !code.isEmpty()) {
      return code;
    }
    if (record.get("country") instanceof Map<?, ?> country
        && country.get("iso_code") instanceof String code) {
      return code;
    }
    return null;
  }
}
