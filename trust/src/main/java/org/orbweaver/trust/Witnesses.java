package org.orbweaver.trust;

import java.util.Arrays;
import java.util.List;
import org.orbweaver.kademlia.Key;

/** Whose sealed numbers make a {@link Draw}; others for each subject and each period. */
public final class Witnesses {
  /** That all are one attacker's: 1.8 in a million where it has 30 % of the places. */
  public static final int COUNT = 11;

  /** Who keeps its number back has no place for so many periods. Being away costs no more. */
  public static final int SILENCED = 10;

  private Witnesses() {}

  public static List<Elector> of(Electorate electorate, Period period, Key about, long network) {
    return Arrays.stream(places(electorate, period, about, network))
        .mapToObj(electorate::at)
        .toList();
  }

  /** The same, by their places in the electorate. */
  public static int[] places(Electorate electorate, Period period, Key about, long network) {
    return electorate.drawPlaces(Draw.foreseeable(period, about), COUNT, each -> each == network);
  }
}
