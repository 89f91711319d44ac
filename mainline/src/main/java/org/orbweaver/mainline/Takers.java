package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

/**
 * With whom something is stored: the closest nodes, for whoever looks for it looks there; and for
 * each of them whose ID does not fit its address the next closest whose ID does.
 *
 * <p>BEP 42 would have us leave the former out, since they may stand there to make the thing
 * disappear. But honest clients without BEP 42 stand there too (a third of the world's nodes in our
 * lab, by assumption), and others ask them first. So they get it, and cannot hide it from those who
 * ask on.
 */
final class Takers {
  /** Who shares so many bits less with the target than the closest is asked by nobody. */
  private static final int SLACK_BITS = 3;

  private Takers() {}

  /**
   * @param willing those who gave a token
   */
  static List<Contact> of(LookupResult lookup, Collection<Contact> willing) {
    Key target = lookup.target();
    List<Contact> takers = new ArrayList<>(lookup.closest());
    takers.retainAll(willing);
    long fitting = takers.stream().filter(Takers::fits).count();
    int bits =
        takers.isEmpty() ? Key.BITS : target.commonPrefixLength(takers.getLast().id()) - SLACK_BITS;
    willing.stream()
        .filter(node -> target.commonPrefixLength(node.id()) >= bits)
        .filter(node -> fits(node) && !lookup.closest().contains(node))
        .sorted((a, b) -> target.compareDistance(a.id(), b.id()))
        .limit(takers.size() - fitting)
        .toList()
        .forEach(takers::add);
    return takers;
  }

  private static boolean fits(Contact node) {
    return SecureId.conforms(node.id(), node.endpoint());
  }
}
