package org.orbweaver.fetch.http;

import java.util.Set;

/**
 * Ports of other services than the web: the "bad ports" of the Fetch standard, which browsers do
 * not go to either. Else a page could have a whole swarm knock at mail servers and terminals, or
 * have our request read as a mail.
 */
final class ForeignPorts {
  private static final Set<Integer> ALL =
      Set.of(
          0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95,
          101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179,
          389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601,
          636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566,
          6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080);

  private ForeignPorts() {}

  static void refuse(int port) throws FetchFailure {
    if (ALL.contains(port)) {
      throw new FetchFailure(FetchProblem.REFUSED_PORT);
    }
  }
}
