package org.orbweaver.census.net;

import org.orbweaver.census.journal.GrowthPoint;

/** Packets and bytes in and out, all that the crawl ever caused: it may have been continued. */
final class Traffic {
  private long packetsIn;
  private long bytesIn;
  private long packetsOut;
  private long bytesOut;

  Traffic(GrowthPoint before) {
    packetsIn = before.packetsIn();
    bytesIn = before.bytesIn();
    packetsOut = before.packets();
    bytesOut = before.bytesOut();
  }

  void received(int bytes) {
    packetsIn++;
    bytesIn += bytes;
  }

  void sent(int bytes) {
    packetsOut++;
    bytesOut += bytes;
  }

  GrowthPoint point(long nanos, int nodes) {
    return new GrowthPoint(nanos, nodes, packetsOut, packetsIn, bytesIn, bytesOut);
  }
}
