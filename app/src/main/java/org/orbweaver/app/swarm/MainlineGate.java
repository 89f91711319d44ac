package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.dht.GatheredPeers;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.mainline.WriteResult;

/**
 * A way into a swarm that nobody has to run and nobody can block: the swarm's name is an infohash,
 * under which its peers announce themselves in the Mainline DHT. Whom the DHT names is a stranger
 * like any other; only who shakes hands in the name of this swarm is let in.
 */
public final class MainlineGate {
  /** Announcements fade after half an hour. */
  private static final Duration EVERY = Duration.ofMinutes(15);

  /** After a failure: a machine that has just started may have no network yet. */
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);

  /** Is told how it goes. */
  public interface Listener {
    /**
     * @param found peers that the DHT names
     * @param told nodes that know of this one now
     */
    void announced(List<Endpoint> found, int told);

    void failed(Exception problem);
  }

  /** Opens the node to ask through. */
  public interface Opening {
    RunningNode open() throws IOException, InterruptedException;
  }

  private static final int MOST_GATES = 20;

  private final RunningNode dht;
  private final Key infohash;
  private final Endpoint home;
  private final Duration patience;

  public MainlineGate(RunningNode dht, String swarm, Endpoint home, Duration patience) {
    this.dht = dht;
    this.infohash = infohash(swarm);
    this.home = home;
    this.patience = patience;
  }

  static Key infohash(String swarm) {
    try {
      byte[] name = ("orbweaver swarm " + swarm).getBytes(StandardCharsets.UTF_8);
      return Key.read(MessageDigest.getInstance("SHA-1").digest(name), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  /**
   * Has a peer join those that Mainline names, and announces it there, until the program ends.
   *
   * @param say told, in sentences, how it goes
   */
  public static void keepOpenFor(
      RunningPeer peer, Opening dht, String swarm, Duration patience, Consumer<String> say) {
    Listener listener =
        new Listener() {
          @Override
          public void announced(List<Endpoint> found, int told) {
            peer.join(found);
            say.accept(
                "Mainline names %d peers; %d nodes know of us".formatted(found.size(), told));
          }

          @Override
          public void failed(Exception e) {
            say.accept(
                "the swarm cannot be found through Mainline, tried again soon: " + Sentence.of(e));
          }
        };
    Thread.ofVirtual()
        .name("mainline")
        .start(
            () -> {
              try {
                keepOpen(dht, swarm, peer.home(), !peer.isClient(), patience, listener);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /**
   * Finds and announces for ever, whatever fails meanwhile; ends when interrupted.
   *
   * @param reachable whether others can do something with its address
   */
  private static void keepOpen(
      Opening dht,
      String swarm,
      Endpoint home,
      boolean reachable,
      Duration patience,
      Listener listener)
      throws InterruptedException {
    keepOpen(
        () -> {
          try (RunningNode node = dht.open()) {
            MainlineGate gate = new MainlineGate(node, swarm, home, patience);
            while (true) {
              listener.announced(gate.find(), reachable ? gate.announce() : 0);
              Thread.sleep(EVERY);
            }
          }
        },
        AFTER_FAILURE,
        listener);
  }

  /** Work that goes on until it fails. */
  interface Round {
    void run() throws IOException, InterruptedException;
  }

  static void keepOpen(Round round, Duration afterFailure, Listener listener)
      throws InterruptedException {
    while (true) {
      try {
        round.run();
      } catch (IOException | RuntimeException e) {
        listener.failed(e);
      }
      Thread.sleep(afterFailure);
    }
  }

  /** Peers that have announced themselves, as far as the DHT says. */
  public List<Endpoint> find() {
    TreeSet<Endpoint> found = new TreeSet<>();
    dht.<LookupResult>ask(
        family(),
        patience,
        (now, client, outcome) ->
            client.getPeers(now, infohash, new GatheredPeers(found, outcome)));
    found.remove(home);
    return found.stream().limit(MOST_GATES).toList();
  }

  /** Tells the DHT that this peer is one of them; returns how many nodes took note. */
  public int announce() {
    return dht.<WriteResult>ask(
            family(),
            patience,
            (now, client, outcome) ->
                client.announce(now, infohash, home.port(), false, outcome::complete))
        .stored();
  }

  private Family family() {
    return Family.of(home);
  }
}
