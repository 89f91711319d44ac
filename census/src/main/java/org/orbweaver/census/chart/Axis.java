package org.orbweaver.census.chart;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * What one axis says.
 *
 * @param text how a value on it is written
 * @param ticks where it has marks; empty to choose round numbers
 */
public record Axis(String name, DoubleFunction<String> text, List<Double> ticks) {
  public Axis {
    ticks = List.copyOf(ticks);
  }

  /** Plain numbers. */
  public static Axis of(String name) {
    return new Axis(name, value -> Figures.brief(value), List.of());
  }

  public Axis writing(DoubleFunction<String> other) {
    return new Axis(name, other, ticks);
  }

  public Axis at(List<Double> marks) {
    return new Axis(name, text, marks);
  }
}
