package org.orbweaver.lab.plan;

/**
 * What it takes. Rates are kilobits a second and peer, up and down, spread over the day.
 *
 * @param leastPeers whose disks have room for all copies
 * @param peers for whom the rates are computed
 * @param urlsPerPeer that a peer asks for every day
 * @param fetchUp conditional GETs
 * @param fetchDown what they bring, as served
 * @param links brought to their owners: out, and as many in
 * @param copyUp captures sent to other holders; nothing where each holder asks the origin itself
 * @param repairDown a newcomer's share in the days that repair takes; its neighbours send half of
 *     it each
 * @param lossPerDeparture see {@link PeerFigures#lossPerDeparture}
 */
public record Capacity(
    WebFigures web,
    PeerFigures peer,
    boolean eachHolderFetches,
    double snapshotTb,
    double perMonthTb,
    double storedTb,
    double withCopiesTb,
    long leastPeers,
    long peers,
    double urlsPerPeer,
    double fetchUp,
    double fetchDown,
    double links,
    double copyUp,
    double repairDown,
    double up,
    double down,
    double allDownGbit,
    double lossPerDeparture,
    double unreachable) {
  private static final double TERA = 1e12;
  private static final double DAY_SECONDS = 86_400;

  /** Of a conditional GET (§6.1.2). */
  private static final double ASKING_BYTES = 80;

  private static final double ANSWER_BYTES = 20;

  /** 580 GB a day are 17.5 TB a month to the thesis. */
  private static final double MONTH_DAYS = 30;

  /**
   * @param peers for which the rates are wanted; 0 for as few as there may be
   * @param eachHolderFetches as in the thesis, where r peers ask the origin for the same page; else
   *     one asks, and r − 1 copies travel between peers
   */
  public static Capacity of(
      WebFigures web, PeerFigures peer, long peers, boolean eachHolderFetches) {
    double stored = web.snapshot() + web.storedPerDay() * MONTH_DAYS * peer.months();
    double withCopies = stored * peer.copies();
    long least = (long) Math.ceil(withCopies / peer.diskBytes());
    long swarm = peers > 0 ? peers : Math.max(1, least);
    int asks = eachHolderFetches ? peer.copies() : 1;
    double urls = web.objects() * asks / swarm;
    double fetchUp = kbit(urls * ASKING_BYTES);
    double fetchDown = kbit(urls * ANSWER_BYTES + web.servedPerDay() * asks / swarm);
    double links = kbit(web.linksPerDay() * asks * web.urlBytes() * peer.copies() / swarm);
    double copies = eachHolderFetches ? 0 : kbit(web.storedPerDay() * (peer.copies() - 1) / swarm);
    double repair = kbit(peer.diskBytes() / peer.repairDays());
    double up = fetchUp + links + copies + repair / 2;
    double down = fetchDown + links + copies + repair;
    return new Capacity(
        web,
        peer,
        eachHolderFetches,
        web.snapshot() / TERA,
        web.storedPerDay() * MONTH_DAYS / TERA,
        stored / TERA,
        withCopies / TERA,
        least,
        swarm,
        urls,
        fetchUp,
        fetchDown,
        links,
        copies,
        repair,
        up,
        down,
        down * swarm / 1e6,
        peer.lossPerDeparture(),
        peer.unreachable());
  }

  private static double kbit(double bytesPerDay) {
    return bytesPerDay * 8 / 1000 / DAY_SECONDS;
  }
}
