package org.orbweaver.census.analysis;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The few kinds of values that a {@link RowSink} knows, whatever an engine calls them. */
public final class PlainValue {
  private PlainValue() {}

  public static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Boolean truth -> truth;
      case Double number -> number;
      case Float number -> (double) number;
      case BigDecimal number -> number.doubleValue();
      case BigInteger number when number.bitLength() > 63 -> number.doubleValue();
      case Number number -> number.longValue();
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      default -> value.toString();
    };
  }
}
