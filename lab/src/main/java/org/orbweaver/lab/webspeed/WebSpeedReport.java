package org.orbweaver.lab.webspeed;

import java.util.List;

/**
 * Who fetched the same web how fast.
 *
 * @param pages of the web, images included
 * @param crawlToBare pages per second, whole pipeline over bare loop, median of the rounds
 * @param crawlToBareByProcessor the same for pages per second of processor time
 * @param crawlToWget pages per second of processor time, whole process, both at wget's gzip level
 *     and without transfer compression
 * @param crawlToScrapy pages per second of processor time, whole process
 */
public record WebSpeedReport(
    int hosts,
    long pages,
    long seed,
    double crawlToBare,
    double crawlToBareByProcessor,
    double crawlToWget,
    double crawlToScrapy,
    List<Arm> arms) {
  /**
   * One of them.
   *
   * @param fetched pages
   * @param processorSeconds of the fetching process
   * @param serverSeconds of nginx's processor time
   */
  public record Arm(
      String name,
      long fetched,
      double seconds,
      double processorSeconds,
      double serverSeconds,
      double pagesPerSecond,
      double pagesPerProcessorSecond) {
    static Arm of(String name, long fetched, double seconds, double processor, double server) {
      return new Arm(
          name, fetched, seconds, processor, server, fetched / seconds, fetched / processor);
    }
  }
}
