package org.orbweaver.console.up;

import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

/**
 * The console's words in the reader's language: German where the browser asks for it, or English.
 */
final class ConsoleWords {
  private static final List<Locale> SPOKEN = List.of(Locale.ENGLISH, Locale.GERMAN);
  private static final ResourceBundle.Control EXACT =
      ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

  private final Locale locale;
  private final ResourceBundle bundle;

  private ConsoleWords(Locale locale) {
    this.locale = locale;
    this.bundle = ResourceBundle.getBundle("org.orbweaver.console.up.words", locale, EXACT);
  }

  /**
   * @param accepted the header Accept-Language
   */
  static ConsoleWords of(String accepted) {
    try {
      Locale best = Locale.lookup(Locale.LanguageRange.parse(accepted), SPOKEN);
      return new ConsoleWords(best == null ? Locale.ENGLISH : best);
    } catch (IllegalArgumentException e) {
      return new ConsoleWords(Locale.ENGLISH); // no header, or a broken one
    }
  }

  String language() {
    return locale.getLanguage();
  }

  String get(String key, Object... values) {
    try {
      String pattern = bundle.getString(key);
      return values.length == 0 ? pattern : new MessageFormat(pattern, locale).format(values);
    } catch (MissingResourceException e) {
      return key; // better a strange word than no page
    }
  }

  String number(long value) {
    return String.format(locale, "%,d", value);
  }

  /** In the unit that fits. */
  String bytes(double value) {
    String[] units = {"B", "kB", "MB", "GB", "TB", "PB"};
    int unit = 0;
    double rest = value;
    while (rest >= 999.5 && unit < units.length - 1) {
      rest /= 1000;
      unit++;
    }
    return String.format(
        locale, rest < 9.95 && unit > 0 ? "%.1f %s" : "%.0f %s", rest, units[unit]);
  }

  String perSecond(double value) {
    return String.format(locale, value < 9.95 ? "%.1f/s" : "%.0f/s", value);
  }

  String decimal(double value) {
    return String.format(locale, "%.1f", value);
  }

  String month(LocalDate day) {
    return day.getMonth().getDisplayName(TextStyle.SHORT_STANDALONE, locale);
  }

  /** How long, roughly. */
  String span(Duration time) {
    if (time.toSeconds() < 60) {
      return get("span.seconds", time.toSeconds());
    }
    if (time.toMinutes() < 60) {
      return get("span.minutes", time.toMinutes());
    }
    return time.toHours() < 24
        ? get("span.hours", time.toHours())
        : get("span.days", time.toDays());
  }

  /** The same where parts of a second matter. */
  String fineSpan(Duration time) {
    return time.toSeconds() < 10
        ? get("span.seconds", String.format(locale, "%.1f", time.toMillis() / 1e3))
        : span(time);
  }

  String share(double value) {
    return String.format(locale, "%.1f %%", 100 * value);
  }

  /** How long ago, roughly. */
  String ago(Instant then, Instant now) {
    Duration past = Duration.between(then, now);
    if (past.toSeconds() < 60) {
      return get("ago.seconds", Math.max(0, past.toSeconds()));
    }
    if (past.toMinutes() < 60) {
      return get("ago.minutes", past.toMinutes());
    }
    return past.toHours() < 48 ? get("ago.hours", past.toHours()) : get("ago.days", past.toDays());
  }
}
