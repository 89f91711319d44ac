package org.orbweaver.fuzz;

/**
 * Shows that a target would find what it looks for: with the environment's {@code ORB_FUZZ_PLANTED}
 * set, an input that gets as deep as this fails. None of the seeds does.
 */
public final class PlantedBug {
  private static final boolean PLANTED = System.getenv("ORB_FUZZ_PLANTED") != null;

  private PlantedBug() {}

  public static void at(boolean deep) {
    if (PLANTED && deep) {
      throw new AssertionError("the planted bug was found");
    }
  }
}
