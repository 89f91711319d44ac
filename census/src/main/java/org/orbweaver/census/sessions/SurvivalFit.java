package org.orbweaver.census.sessions;

import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * A distribution fitted to a survival curve by non-linear least squares, as in Splider's figure 8:
 * Levenberg and Marquardt's method over the logarithms of both parameters, from several starts. The
 * model is, like the measured curve, relative to its first point.
 *
 * @param form Pareto's exponent, Weibull's shape
 * @param hours Pareto's shortest session, Weibull's scale
 * @param rootMeanSquare how far the curve's points lie from the fit, on average
 */
public record SurvivalFit(LengthLaw law, double form, double hours, double rootMeanSquare) {
  private static final double STEP = 1e-6;
  private static final double[] FORMS = {0.4, 0.8, 1.5};
  private static final double[] HOURS = {0.1, 0.5, 2};
  private static final int MOST_STEPS = 1000;

  static SurvivalFit of(LengthLaw law, Survival survival) {
    SurvivalFit best = new SurvivalFit(law, Double.NaN, Double.NaN, Double.POSITIVE_INFINITY);
    for (double form : FORMS) {
      for (double hours : HOURS) {
        SurvivalFit fit = from(law, survival, form, hours);
        if (fit.rootMeanSquare < best.rootMeanSquare) {
          best = fit;
        }
      }
    }
    return best;
  }

  private static SurvivalFit from(LengthLaw law, Survival survival, double form, double hours) {
    double[] measured = new double[survival.points()];
    for (int point = 0; point < measured.length; point++) {
      measured[point] = survival.share(point);
    }
    LeastSquaresOptimizer.Optimum optimum =
        new LevenbergMarquardtOptimizer()
            .optimize(
                new LeastSquaresBuilder()
                    .start(new double[] {StrictMath.log(form), StrictMath.log(hours)})
                    .target(measured)
                    .model(parameters -> modelWithSlopes(law, survival, parameters))
                    .maxEvaluations(MOST_STEPS)
                    .maxIterations(MOST_STEPS)
                    .build());
    return new SurvivalFit(
        law,
        StrictMath.exp(optimum.getPoint().getEntry(0)),
        StrictMath.exp(optimum.getPoint().getEntry(1)),
        optimum.getRMS());
  }

  private static Pair<RealVector, RealMatrix> modelWithSlopes(
      LengthLaw law, Survival survival, RealVector logs) {
    double[] values = model(law, survival, logs.getEntry(0), logs.getEntry(1));
    double[] byForm = model(law, survival, logs.getEntry(0) + STEP, logs.getEntry(1));
    double[] byHours = model(law, survival, logs.getEntry(0), logs.getEntry(1) + STEP);
    double[][] slopes = new double[values.length][2];
    for (int point = 0; point < values.length; point++) {
      slopes[point][0] = (byForm[point] - values[point]) / STEP;
      slopes[point][1] = (byHours[point] - values[point]) / STEP;
    }
    return new Pair<>(new ArrayRealVector(values), new Array2DRowRealMatrix(slopes));
  }

  private static double[] model(LengthLaw law, Survival survival, double logForm, double logHours) {
    double form = StrictMath.exp(Math.clamp(logForm, -6, 4));
    double hours = StrictMath.exp(Math.clamp(logHours, -20, 10));
    double first = Math.max(1e-9, law.longerThan(survival.length(0), form, hours));
    double[] values = new double[survival.points()];
    for (int point = 0; point < values.length; point++) {
      values[point] = law.longerThan(survival.length(point), form, hours) / first;
    }
    return values;
  }

  /** The share of sessions longer than that, by the fitted distribution itself. */
  public double longerThan(double length) {
    return law.longerThan(length, form, hours);
  }
}
