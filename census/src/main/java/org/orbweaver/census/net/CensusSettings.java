package org.orbweaver.census.net;

/**
 * How a census behaves on the network.
 *
 * @param window how many questions may be fresh at a time: neither answered nor overdue
 * @param packetsPerSecond all in all
 * @param packetsPerSecondEach to any one address, below 5
 * @param tries how often a question is sent before its node counts as silent. The strategies take
 *     silence into account, and a roll call asks again of itself, so that one is enough
 * @param samples ask sample_infohashes (BEP 51) instead of find_node, and find_node only of those
 *     who do not know it
 * @param anyAddress contacts at private and loopback addresses are asked too: a network of our own
 */
public record CensusSettings(
    int window,
    int packetsPerSecond,
    double packetsPerSecondEach,
    int tries,
    boolean samples,
    boolean anyAddress) {
  /** Six hundred thousand packets a minute, 30 Mbit/s in: 16.4 million nodes take 11 minutes. */
  public static final CensusSettings PUBLIC = new CensusSettings(2_048, 10_000, 2, 1, false, false);

  public CensusSettings {
    if (window < 1 || packetsPerSecond < 1 || tries < 1) {
      throw new IllegalArgumentException("window, packets per second and tries are at least 1");
    }
    if (!(packetsPerSecondEach > 0 && packetsPerSecondEach < 5)) {
      throw new IllegalArgumentException(
          "any one address gets fewer than 5 packets a second, not " + packetsPerSecondEach);
    }
  }

  public CensusSettings withWindow(int questions) {
    return new CensusSettings(
        questions, packetsPerSecond, packetsPerSecondEach, tries, samples, anyAddress);
  }

  public CensusSettings withRate(int packets) {
    return new CensusSettings(window, packets, packetsPerSecondEach, tries, samples, anyAddress);
  }

  public CensusSettings withRateEach(double packets) {
    return new CensusSettings(window, packetsPerSecond, packets, tries, samples, anyAddress);
  }

  public CensusSettings withTries(int times) {
    return new CensusSettings(
        window, packetsPerSecond, packetsPerSecondEach, times, samples, anyAddress);
  }

  public CensusSettings askingForSamples(boolean forSamples) {
    return new CensusSettings(
        window, packetsPerSecond, packetsPerSecondEach, tries, forSamples, anyAddress);
  }

  public CensusSettings inNetworkOfOurOwn(boolean ours) {
    return new CensusSettings(window, packetsPerSecond, packetsPerSecondEach, tries, samples, ours);
  }
}
