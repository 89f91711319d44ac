package org.orbweaver.app.trust;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.trust.TrustView;

/** Which peer somebody means: by its name, the beginning of it, or where it lives. */
public final class MeantPeer {
  private static final int DIGITS = 2 * Key.BYTES;

  private MeantPeer() {}

  /**
   * @throws IllegalArgumentException if nobody known is called so, or several are
   */
  public static Key in(TrustView view, String text) {
    String name = text.strip().toLowerCase(Locale.ROOT).replaceFirst("(…|\\.\\.\\.)$", "");
    boolean hex = !name.isEmpty() && name.chars().allMatch(HexFormat::isHexDigit);
    if (hex && name.length() == DIGITS) {
      return Key.parse(name); // of whom nothing need be known: lists of others name strangers
    }
    List<Key> meant =
        view.peers().stream()
            .filter(
                each ->
                    hex
                        ? each.name().toString().startsWith(name)
                        : each.address() != null && each.address().toString().equals(name))
            .map(TrustView.PeerStanding::name)
            .toList();
    if (meant.size() == 1) {
      return meant.getFirst();
    }
    throw new IllegalArgumentException(
        meant.isEmpty()
            ? "nobody known here is called %s, or lives there; 'orb trust' lists all"
                .formatted(text)
            : "%d peers' names begin with %s: type more of it".formatted(meant.size(), text));
  }
}
