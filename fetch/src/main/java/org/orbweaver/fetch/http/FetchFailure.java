package org.orbweaver.fetch.http;

import java.io.IOException;

/** An exchange that came to nothing. */
public final class FetchFailure extends IOException {
  private final FetchProblem problem;

  FetchFailure(FetchProblem problem) {
    super(problem.because());
    this.problem = problem;
  }

  FetchFailure(FetchProblem problem, Throwable cause) {
    super(problem.because(), cause);
    this.problem = problem;
  }

  public FetchProblem problem() {
    return problem;
  }
}
