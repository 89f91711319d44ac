package org.orbweaver.archive.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Questions to the table {@code captures}, each an SQL file of the same name. */
public enum CaptureAnalysis {
  GROWTH,
  TYPES,
  LANGUAGES,
  LINK_ROT,
  HOSTS,
  CHANGES,
  STATUSES,
  DUPLICATES,
  SIZES,
  LIFETIMES;

  /** As it is named on the command line and among the files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static CaptureAnalysis ofLabel(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label().equals(label.replace('-', '_').toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("there is no analysis \"" + label + "\": " + all()));
  }

  /** Their names, for a person. */
  public static String all() {
    return Arrays.stream(values()).map(CaptureAnalysis::label).collect(Collectors.joining(", "));
  }

  public String sql() {
    try (InputStream file = CaptureAnalysis.class.getResourceAsStream(label() + ".sql")) {
      if (file == null) {
        throw new IllegalStateException("the program lacks its analysis " + label());
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the analysis " + label(), e);
    }
  }
}
