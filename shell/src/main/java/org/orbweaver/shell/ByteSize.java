package org.orbweaver.shell;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as people write them: {@code 1GB}, {@code 700 MB}, {@code 4.4GiB}, {@code 1e9}. */
public final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern FORM =
      Pattern.compile("([0-9.]+(?:[eE][0-9]+)?)\\s*([kKmMgGtT]?)(i?)[bB]?");
  private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB", "EB");

  @Override
  public Long convert(String text) {
    Matcher form = FORM.matcher(text.strip());
    try {
      if (form.matches()) {
        int power = "kmgt".indexOf(form.group(2).toLowerCase(Locale.ROOT)) + 1;
        double unit = form.group(3).isEmpty() ? 1000 : 1024;
        double factor = form.group(2).isEmpty() ? 1 : Math.pow(unit, power);
        return (long) (Double.parseDouble(form.group(1)) * factor);
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException(sentence(text));
    }
    throw new TypeConversionException(sentence(text));
  }

  private static String sentence(String text) {
    return "a size is like 700MB, 4.4GiB or 1e9, not '" + text + "'";
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
