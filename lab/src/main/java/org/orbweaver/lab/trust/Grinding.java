package org.orbweaver.lab.trust;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Draw;
import org.orbweaver.trust.Opening;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Witnesses;

/**
 * The witnesses of one draw, and what attackers among them can make of it by keeping numbers back.
 */
final class Grinding {
  private static final List<List<Integer>> SUBSETS =
      IntStream.rangeClosed(0, Witnesses.COUNT).mapToObj(Grinding::subsets).toList();

  private final Period now;
  private final Key about;
  private final long seed;
  private final List<OurPeer> witnesses = new ArrayList<>();
  private final List<OurPeer> mine = new ArrayList<>();

  Grinding(Voters voters, Period now, Key about, long network, long seed) {
    this.now = now;
    this.about = about;
    this.seed = seed;
    for (int place : Witnesses.places(voters.electorate, now, about, network)) {
      OurPeer peer = voters.at(place);
      witnesses.add(peer);
      if (peer.attacker && peer.silentUntil <= now.number()) {
        mine.add(peer);
      }
    }
  }

  /** All choices of whom to keep back, the cheapest first. */
  private static List<Integer> subsets(int size) {
    return IntStream.range(0, 1 << size)
        .boxed()
        .sorted(Comparator.comparingInt(Integer::bitCount))
        .toList();
  }

  /** All witnesses are theirs: they knew the draw before they committed. */
  boolean isForeseen() {
    return !witnesses.isEmpty() && witnesses.stream().allMatch(each -> each.attacker);
  }

  /** What the attackers among the witnesses may keep back. */
  List<Integer> choices() {
    return SUBSETS.get(mine.size());
  }

  /** Nobody keeps anything back but those who may not speak. */
  Draw draw() {
    return draw(0);
  }

  Draw draw(int withheld) {
    List<Opening> openings = new ArrayList<>();
    for (OurPeer each : witnesses) {
      int index = mine.indexOf(each);
      boolean silent = index < 0 ? each.silentUntil > now.number() : (withheld >>> index & 1) != 0;
      if (!silent) {
        long number = (each.id.high() ^ seed) * 0x9E3779B97F4A7C15L + now.number();
        openings.add(new Opening(each.id, ByteBuffer.allocate(Long.BYTES).putLong(number).array()));
      }
    }
    return Draw.of(now, about, openings);
  }

  /** Who keeps its number back has no place for a while. */
  void silence(int withheld) {
    for (int i = 0; i < mine.size(); i++) {
      if ((withheld >>> i & 1) != 0) {
        mine.get(i).silentUntil = now.number() + Witnesses.SILENCED;
      }
    }
  }
}
