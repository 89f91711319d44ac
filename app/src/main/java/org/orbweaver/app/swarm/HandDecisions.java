package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.trust.TrustSettings;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whom the operator answers whatever others say, and whom never: {@code trust.json} in a peer's
 * directory. It may be given to others, who may follow it or not.
 */
public record HandDecisions(Set<String> pinned, Set<String> banned) {
  private static final String FILE = "trust.json";

  public HandDecisions {
    pinned = new TreeSet<>(pinned);
    banned = new TreeSet<>(banned);
  }

  static HandDecisions read(Path data) throws IOException {
    Path file = data.resolve(FILE);
    return Files.exists(file) ? of(file) : new HandDecisions(Set.of(), Set.of());
  }

  /** Reads somebody's list. */
  public static HandDecisions of(Path file) throws IOException {
    try {
      return JsonMapper.shared().readValue(Files.readString(file), HandDecisions.class);
    } catch (JacksonException e) {
      throw new IOException(file + " is no list of peers: " + e.getOriginalMessage(), e);
    }
  }

  void write(Path data) throws IOException {
    Files.writeString(data.resolve(FILE), JsonMapper.shared().writeValueAsString(this));
  }

  HandDecisions with(Key peer, PeerOrder.Decision decision) {
    Set<String> pins = new LinkedHashSet<>(pinned);
    Set<String> bans = new LinkedHashSet<>(banned);
    pins.remove(peer.toString());
    bans.remove(peer.toString());
    switch (decision) {
      case PIN -> pins.add(peer.toString());
      case BAN -> bans.add(peer.toString());
      case BY_RULE -> {}
    }
    return new HandDecisions(pins, bans);
  }

  TrustSettings in(TrustSettings settings) {
    return new TrustSettings(settings.periodNanos(), keys(pinned), keys(banned));
  }

  private static Set<Key> keys(Set<String> names) {
    return names.stream().map(Key::parse).collect(Collectors.toSet());
  }
}
