package org.orbweaver.census.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * One axis: from values to places between 0 and 1, and the ticks along it.
 *
 * @param logarithmic whether decades, not differences, are evenly spaced
 */
record Scale(double low, double high, boolean logarithmic) {
  private static final int WANTED_TICKS = 6;

  /** From 0, or from below if there are negative values, to a round number. */
  static Scale linear(double least, double most) {
    double low = Math.min(0, least);
    double high = most > low ? most : low + 1;
    double step = step(high - low);
    return new Scale(Math.floor(low / step) * step, Math.ceil(high / step - 1e-9) * step, false);
  }

  /** The very range, for an axis of time or of places. */
  static Scale exact(double least, double most) {
    return new Scale(least, most > least ? most : least + 1, false);
  }

  static Scale logarithmic(double least, double most) {
    return new Scale(least, Math.max(most, least * 10), true);
  }

  double place(double value) {
    if (logarithmic) {
      double bounded = Math.max(value, low);
      return StrictMath.log(bounded / low) / StrictMath.log(high / low);
    }
    return (value - low) / (high - low);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      double decades = StrictMath.log10(high / low);
      for (double decade = StrictMath.pow(10, Math.floor(StrictMath.log10(low)));
          decade <= high * 1.0001;
          decade *= 10) {
        for (int digit : decades > 3 ? new int[] {1} : new int[] {1, 2, 5}) {
          double tick = decade * digit;
          if (tick >= low * 0.9999 && tick <= high * 1.0001) {
            ticks.add(tick);
          }
        }
      }
      return ticks;
    }
    double step = step(high - low);
    for (double tick = Math.ceil(low / step - 1e-9) * step;
        tick <= high + step / 1000;
        tick += step) {
      ticks.add(Math.abs(tick) < step / 1000 ? 0 : tick);
    }
    return ticks;
  }

  /** 1, 2 or 5 times a power of ten, so that there are about as many ticks as wanted. */
  private static double step(double range) {
    double rough = range / WANTED_TICKS;
    double power = StrictMath.pow(10, Math.floor(StrictMath.log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }
}
