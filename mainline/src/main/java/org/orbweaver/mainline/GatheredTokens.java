package org.orbweaver.mainline;

import java.util.Map;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.wire.bencode.Bytes;

/**
 * What a lookup for peers leaves behind for whoever may want to announce himself later: the tokens
 * of nodes that have peers of the torrent, good for some minutes and from the home they were given
 * to (BEP 5).
 */
public final class GatheredTokens {
  private final Home home;
  private final Map<Contact, Bytes> tokens;

  GatheredTokens(Home home, Map<Contact, Bytes> tokens) {
    this.home = home;
    this.tokens = Map.copyOf(tokens);
  }

  Home home() {
    return home;
  }

  Map<Contact, Bytes> tokens() {
    return tokens;
  }
}
