package org.orbweaver.shell;

import java.util.List;
import java.util.Locale;
import org.orbweaver.web.Amount;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as people write them: {@code 1GB}, {@code 700 MB}, {@code 4.4GiB}, {@code 1e9}. */
public final class ByteSize implements ITypeConverter<Long> {
  private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB", "EB");

  @Override
  public Long convert(String text) {
    try {
      return Amount.bytes(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** In the unit that fits: three digits, and no more than four places. */
  public static String text(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.size() - 1) {
      value /= 1000;
      unit++;
    }
    String form = unit == 0 || value >= 99.95 ? "%.0f %s" : value >= 9.995 ? "%.1f %s" : "%.2f %s";
    return String.format(Locale.ROOT, form, value, UNITS.get(unit));
  }
}
