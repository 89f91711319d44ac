package org.orbweaver.census.chart;

import java.util.Locale;

/** Numbers as a page writes them. */
public final class Figures {
  private Figures() {}

  /** All digits of a whole number, in groups of three. */
  public static String whole(double number) {
    return Double.isFinite(number) ? String.format(Locale.ROOT, "%,.0f", number) : "–";
  }

  public static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  public static String brief(long number) {
    return brief((double) number);
  }

  /** Three digits or so: 16.4 M, 850 k, 0.35. */
  public static String brief(double number) {
    if (!Double.isFinite(number)) {
      return "–";
    }
    double size = Math.abs(number);
    if (size >= 999_500_000) {
      return digits(number / 1e9) + " G";
    }
    if (size >= 999_500) {
      return digits(number / 1e6) + " M";
    }
    return size >= 9_995 ? digits(number / 1e3) + " k" : digits(number);
  }

  private static String digits(double number) {
    double size = Math.abs(number);
    if (size == 0) {
      return "0";
    }
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    String text = String.format(Locale.ROOT, "%." + decimals + "f", number);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }

  /** A share of one as per cent. */
  public static String percent(double share) {
    if (!Double.isFinite(share)) {
      return "–";
    }
    double percent = 100 * share;
    if (percent > 0 && percent < 0.01) {
      return "< 0.01 %";
    }
    int decimals = percent >= 99.5 && percent < 100 || percent < 1 && percent > 0 ? 2 : 1;
    return String.format(Locale.ROOT, "%." + decimals + "f %%", percent);
  }

  /** A number that may be very small: 0.35, or 2·10⁻⁸. */
  public static String chance(double number) {
    if (!(number > 0 && number < 0.001)) {
      return number == 0 ? "< 10⁻³⁰⁰" : brief(number);
    }
    int exponent = (int) Math.floor(StrictMath.log10(number));
    double digit = number / StrictMath.pow(10, exponent);
    StringBuilder text = new StringBuilder().append(Math.round(digit)).append("·10⁻");
    for (char c : Integer.toString(-exponent).toCharArray()) {
      text.append("⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
    }
    return text.toString();
  }

  /** Text in a page. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
