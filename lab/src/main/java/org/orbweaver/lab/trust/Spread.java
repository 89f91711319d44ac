package org.orbweaver.lab.trust;

import java.util.List;

/** Of one figure over all runs: the mean, and the standard deviation from run to run. */
public record Spread(double mean, double deviation, double least, double most) {
  static Spread of(List<Double> values) {
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    double squares = values.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum();
    return new Spread(
        mean,
        values.size() < 2 ? 0 : Math.sqrt(squares / (values.size() - 1)),
        values.stream().mapToDouble(Double::doubleValue).min().orElse(0),
        values.stream().mapToDouble(Double::doubleValue).max().orElse(0));
  }
}
