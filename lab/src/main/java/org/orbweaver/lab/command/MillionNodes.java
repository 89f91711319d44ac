package org.orbweaver.lab.command;

import picocli.CommandLine.Option;

/** A world on loopback. */
final class MillionNodes {
  @Option(names = "--nodes", defaultValue = "1000000", description = "Size of the world.")
  private int nodes;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private int seed;

  MillionNodes() {}

  int nodes() {
    return nodes;
  }

  int seed() {
    return seed;
  }
}
