package org.orbweaver.lab.index;

import java.util.ArrayList;
import java.util.List;

/** How many torrents were stored at which time of a run, as seen about every second. */
final class StoredOverTime {
  private record Look(double seconds, long torrents) {}

  private static final int WINDOW = 10;
  private static final double MOST = 0.9;

  private final long began;
  private final List<Look> looks = new ArrayList<>();
  private long lastNew;

  StoredOverTime(long began) {
    this.began = began;
    this.lastNew = began;
    looks.add(new Look(0, 0));
  }

  void add(long time, long torrents) {
    if (torrents > torrents()) {
      lastNew = time;
    }
    looks.add(new Look((time - began) / 1e9, torrents));
  }

  long torrents() {
    return looks.getLast().torrents();
  }

  /** When the number of torrents last grew. */
  long lastNew() {
    return lastNew;
  }

  /** From the beginning to the last torrent. */
  double seconds() {
    return (lastNew - began) / 1e9;
  }

  /** From the first torrent until nine in ten were there: without the start and the stragglers. */
  double steadyPerSecond() {
    Look first = looks.getFirst();
    for (Look look : looks) {
      if (look.torrents() == 0) {
        first = look;
      }
      if (look.torrents() >= MOST * torrents()) {
        return rate(first, look);
      }
    }
    return 0;
  }

  double bestPerSecond() {
    double best = 0;
    for (int i = WINDOW; i < looks.size(); i++) {
      best = Math.max(best, rate(looks.get(i - WINDOW), looks.get(i)));
    }
    return best;
  }

  private static double rate(Look from, Look to) {
    double seconds = to.seconds() - from.seconds();
    return seconds == 0 ? 0 : (to.torrents() - from.torrents()) / seconds;
  }
}
