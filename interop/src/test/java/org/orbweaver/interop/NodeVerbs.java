package org.orbweaver.interop;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.EntryView;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.ImmutableItem;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.PingResult;
import org.orbweaver.mainline.ScrapeResult;
import org.orbweaver.mainline.SignedItem;
import org.orbweaver.mainline.StoredItem;
import org.orbweaver.mainline.WriteResult;
import org.orbweaver.wire.bencode.Bytes;

/** The verbs that our node understands, one line in and one line out. */
final class NodeVerbs {
  private final OurNode node;
  private final PeerVerbs peers;

  NodeVerbs(OurNode node, PeerVerbs peers) {
    this.node = node;
    this.peers = peers;
  }

  String answer(String verb, List<String> words) {
    return switch (verb) {
      case "node_id" -> node.look((it, _) -> it.homes().getFirst().id()).toString();
      case "nodes" -> String.valueOf(contacts().size());
      case "live_nodes" -> spaced(contacts());
      case "ping" -> ping(Endpoint.parse(words.getFirst()));
      case "find_node" -> spaced(findNode(key(words)).closest());
      case "get_peers" -> spaced(getPeers(key(words)));
      case "announce" -> announce(key(words), Integer.parseInt(words.get(1)), true);
      case "announce_leecher" -> announce(key(words), Integer.parseInt(words.get(1)), false);
      case "fetch" -> peers.fetch(key(words), peersToAsk(words));
      case "fetch_plainly" -> peers.fetchPlainly(key(words), peersToAsk(words));
      case "listen" -> peers.listen(key(words));
      case "dialled" -> peers.dialled(key(words));
      case "scrape" -> scrape(key(words));
      case "sample" -> String.join(" ", sample(key(words)));
      case "put" -> put(new ImmutableItem(bencoded(words.getFirst())));
      case "get" -> get(key(words), Bytes.EMPTY).map(item -> text(item.value())).orElse("");
      case "put_mutable" -> put(signed(words));
      case "get_mutable" ->
          getSigned(Bytes.of(HexFormat.of().parseHex(words.get(0))), words.get(1));
      default -> throw new IllegalArgumentException("no such verb");
    };
  }

  /** Those that answered us. */
  private List<Contact> contacts() {
    return node.look(
        (it, family) ->
            it.table(family).entries().stream()
                .filter(EntryView::verified)
                .map(EntryView::contact)
                .toList());
  }

  private String ping(Endpoint whom) {
    PingResult result = node.ask((now, dht, outcome) -> dht.ping(now, whom, outcome::complete));
    return result.node().map(Contact::toString).orElse("none");
  }

  private LookupResult findNode(Key target) {
    return node.ask((now, dht, outcome) -> dht.findNode(now, target, outcome::complete));
  }

  private Collection<Endpoint> getPeers(Key infohash) {
    TreeSet<Endpoint> peers = new TreeSet<>();
    node.<LookupResult>ask(
        (now, dht, outcome) ->
            dht.getPeers(now, infohash, new Collected.Peers(peers, outcome::complete)));
    return peers;
  }

  /** The peer named after the infohash, or else those that the DHT names. */
  private Collection<Endpoint> peersToAsk(List<String> words) {
    return words.size() > 1 ? List.of(Endpoint.parse(words.get(1))) : getPeers(key(words));
  }

  private String announce(Key infohash, int port, boolean seed) {
    WriteResult result =
        node.ask((now, dht, outcome) -> dht.announce(now, infohash, port, seed, outcome::complete));
    return String.valueOf(result.stored());
  }

  /** The number of seeds, then of other peers. */
  private String scrape(Key infohash) {
    ScrapeResult result =
        node.ask((now, dht, outcome) -> dht.scrape(now, infohash, outcome::complete));
    return Math.round(result.seeds().estimate()) + " " + Math.round(result.peers().estimate());
  }

  private List<String> sample(Key target) {
    List<String> samples = new ArrayList<>();
    node.<LookupResult>ask(
        (now, dht, outcome) ->
            dht.sample(now, target, new Collected.Samples(samples, outcome::complete)));
    return samples;
  }

  private String put(StoredItem item) {
    WriteResult result =
        node.ask(
            (now, dht, outcome) -> dht.put(now, item, OptionalLong.empty(), outcome::complete));
    return result.stored() + " " + item.target();
  }

  private Optional<StoredItem> get(Key target, Bytes salt) {
    return node.ask((now, dht, outcome) -> dht.get(now, target, salt, outcome::complete));
  }

  private String getSigned(Bytes publicKey, String salt) {
    return get(SignedItem.target(publicKey, bytes(salt)), bytes(salt))
        .map(item -> ((SignedItem) item).parts().sequence() + " " + text(item.value()))
        .orElse("");
  }

  /** From the seed of the publisher's key, the key (which follows from it), value, number, salt. */
  private static SignedItem signed(List<String> words) {
    return SignedItem.sign(
        Publisher.ofSeed(words.get(0)).keys(),
        bytes(words.get(4)),
        Long.parseLong(words.get(3)),
        bencoded(words.get(2)));
  }

  private static Key key(List<String> words) {
    return Key.parse(words.getFirst());
  }

  private static Bytes bencoded(String text) {
    return bytes(text.length() + ":" + text);
  }

  private static String text(Bytes bencoded) {
    String all = new String(bencoded.toArray(), StandardCharsets.US_ASCII);
    return all.substring(all.indexOf(':') + 1);
  }

  private static Bytes bytes(String ascii) {
    return Bytes.of(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  private static String spaced(Collection<?> things) {
    return things.stream().map(Object::toString).collect(Collectors.joining(" "));
  }
}
