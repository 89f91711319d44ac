package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.krpc.CompactNodes;

/**
 * What a node keeps across restarts: the ID of each home (others have it in their tables) and the
 * contacts of both tables (so that no bootstrap server is bothered).
 *
 * <p>As bytes it is one bencoded dictionary; each list is a string of nodes packed as BEP 5 and BEP
 * 32 pack them, a home being its ID and its local endpoint:
 *
 * <pre>
 *   d 5:homes… 6:homes6… 5:nodes… 6:nodes6… 7:versioni1e e
 * </pre>
 *
 * @param homes each home's ID and local endpoint
 * @param contacts nodes that answered lately, of both families
 */
public record NodeState(List<Contact> homes, List<Contact> contacts) {
  public static final NodeState EMPTY = new NodeState(List.of(), List.of());

  private static final int VERSION = 1;
  private static final int IPV4_BYTES = 26;
  private static final int IPV6_BYTES = 38;

  public NodeState {
    homes = List.copyOf(homes);
    contacts = List.copyOf(contacts);
  }

  /** The ID the home there had, or null. */
  @Nullable Key idOf(Endpoint home) {
    for (Contact known : homes) {
      if (known.endpoint().equals(home)) {
        return known.id();
      }
    }
    return null;
  }

  public byte[] encode() {
    BencodeWriter out = new BencodeWriter(1024 + contacts.size() * IPV6_BYTES);
    out.beginDictionary();
    pack(out, "homes", homes, true);
    pack(out, "homes6", homes, false);
    pack(out, "nodes", contacts, true);
    pack(out, "nodes6", contacts, false);
    out.string("version").integer(VERSION).end();
    return out.toArray();
  }

  /** The state in those bytes, or empty if they hold none that this version understands. */
  public static Optional<NodeState> decode(byte[] bytes) {
    List<Contact> homes = new ArrayList<>();
    List<Contact> contacts = new ArrayList<>();
    boolean understood = false;
    BencodeReader in = new BencodeReader(8, 1_000);
    in.open(bytes, 0, bytes.length);
    in.enterDictionary();
    while (in.nextKey()) {
      switch (in.string().text()) {
        case "homes" -> unpack(in, bytes, true, homes);
        case "homes6" -> unpack(in, bytes, false, homes);
        case "nodes" -> unpack(in, bytes, true, contacts);
        case "nodes6" -> unpack(in, bytes, false, contacts);
        case "version" -> understood = in.readInteger() && in.integer() == VERSION;
        default -> in.skip();
      }
    }
    return in.failed() || !understood
        ? Optional.empty()
        : Optional.of(new NodeState(homes, contacts));
  }

  private static void pack(BencodeWriter out, String name, List<Contact> all, boolean ipv4) {
    List<Contact> some = all.stream().filter(one -> one.endpoint().isIpv4() == ipv4).toList();
    out.string(name).beginString(some.size() * (ipv4 ? IPV4_BYTES : IPV6_BYTES));
    for (Contact contact : some) {
      Endpoint endpoint = contact.endpoint();
      out.raw(contact.id());
      if (ipv4) {
        out.raw(endpoint.ipv4(), 4);
      } else {
        out.raw(endpoint.high(), 8).raw(endpoint.low(), 8);
      }
      out.raw(endpoint.port(), 2);
    }
  }

  private static void unpack(BencodeReader in, byte[] bytes, boolean ipv4, List<Contact> into) {
    if (!in.readString()) {
      return;
    }
    CompactNodes nodes =
        ipv4
            ? CompactNodes.ipv4(bytes, in.start(), in.length())
            : CompactNodes.ipv6(bytes, in.start(), in.length());
    for (int i = 0; i < nodes.size(); i++) {
      into.add(nodes.contact(i));
    }
  }
}
