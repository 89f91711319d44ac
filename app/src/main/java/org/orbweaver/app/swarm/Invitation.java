package org.orbweaver.app.swarm;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * A link by which somebody joins a swarm: where some of its peers are, and whose keys answer there.
 *
 * <pre>
 *   orbweaver:1/swarm=libraries/peer=192.0.2.7:7117,KEY/peer=…/sum=CRC-32
 * </pre>
 *
 * It has no character that a shell would take for itself, for links are pasted without quotes. The
 * sum is against slips of the pen and cut ends only: who changes a link on purpose can make it fit,
 * and needs no more than a link of its own. What is not known here is passed over, so that later
 * programs may say more; what must be understood raises the version.
 *
 * <p>A link does not expire. It says where peers were: if none of them is there any more, that is
 * what {@code orb up} says.
 *
 * @param swarm the swarm's name; null if who is invited must know it. The name is all that keeps
 *     strangers out of a private swarm
 */
public record Invitation(@Nullable String swarm, List<Host> hosts) {
  /** No secret. */
  public static final String USUAL_SWARM = "orbweaver";

  private static final String SCHEME = "orbweaver:";
  private static final int VERSION = 1;
  private static final String SUM = "/sum=";
  private static final String PEER = "peer";
  private static final String SWARM = "swarm";
  private static final int MOST_HOSTS = 8;
  private static final int MOST_CHARACTERS = 2_048;

  /**
   * A peer to join through.
   *
   * @param key its name, as {@code orb trust} shows it: a hash of its lasting key
   */
  public record Host(Endpoint address, Key key) {
    private static Host parse(String text) {
      int comma = text.lastIndexOf(',');
      return new Host(
          Endpoint.parse(text.substring(0, Math.max(0, comma))),
          Key.parse(text.substring(comma + 1)));
    }

    @Override
    public String toString() {
      return address + "," + key;
    }
  }

  public Invitation {
    hosts = List.copyOf(hosts);
  }

  /** Where who is invited may knock. */
  public List<Endpoint> gates() {
    return hosts.stream().map(Host::address).toList();
  }

  /** Whose key must answer there. */
  public Map<Endpoint, Key> keys() {
    Map<Endpoint, Key> keys = new LinkedHashMap<>();
    hosts.forEach(host -> keys.put(host.address(), host.key()));
    return keys;
  }

  /** The link. */
  @Override
  public String toString() {
    StringBuilder link = new StringBuilder(SCHEME).append(VERSION);
    if (swarm != null) {
      link.append('/').append(SWARM).append('=').append(escaped(swarm));
    }
    hosts.forEach(
        host -> link.append('/').append(PEER).append('=').append(escaped(host.toString())));
    return link + SUM + sum(link.toString());
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%3A", ":")
        .replace("%2C", ",");
  }

  private static String sum(String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }

  /**
   * Reads a link.
   *
   * @throws IllegalArgumentException with a sentence about what is wrong with it
   */
  public static Invitation parse(String link) {
    String text = link.strip();
    if (!text.startsWith(SCHEME) || text.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "this is no invitation: one begins with %s%d/, and orb peers --invite makes it"
              .formatted(SCHEME, VERSION));
    }
    checkVersion(text.substring(SCHEME.length()).split("/", 2)[0]);
    int end = text.lastIndexOf(SUM);
    if (end < 0 || text.length() < end + SUM.length() + 8) {
      throw new IllegalArgumentException(
          "the invitation is cut off: its end, %s and eight digits, is missing; copy all of it"
              .formatted(SUM.substring(1)));
    }
    if (!text.substring(end + SUM.length()).equalsIgnoreCase(sum(text.substring(0, end)))) {
      throw new IllegalArgumentException(
          "the invitation was changed on the way, its sum does not match: copy it once more");
    }
    return read(text.substring(SCHEME.length(), end).split("/"));
  }

  private static void checkVersion(String version) {
    if (!version.matches("[0-9]{1,4}")) {
      throw new IllegalArgumentException(
          "the invitation says no version after %s: copy all of it".formatted(SCHEME));
    }
    int its = Integer.parseInt(version);
    if (its != VERSION) {
      throw new IllegalArgumentException(
          its > VERSION
              ? "the invitation is of version %d, and this program knows %d: update it"
                  .formatted(its, VERSION)
              : "the invitation is of version %d, which is not used any more: ask for a new one"
                  .formatted(its));
    }
  }

  private static Invitation read(String[] parts) {
    String swarm = null;
    List<Host> hosts = new ArrayList<>();
    try {
      for (String part : parts) {
        int equals = part.indexOf('=');
        String value =
            URLDecoder.decode(
                part.substring(equals + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
        switch (part.substring(0, Math.max(0, equals))) {
          case SWARM -> swarm = value;
          case PEER -> hosts.add(Host.parse(value));
          default -> {} // of a later program
        }
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the invitation names a peer that cannot be one: " + e.getMessage(), e);
    }
    if (hosts.isEmpty() || hosts.size() > MOST_HOSTS) {
      throw new IllegalArgumentException(
          "the invitation names %d peers, not 1 to %d: ask for a new one"
              .formatted(hosts.size(), MOST_HOSTS));
    }
    return new Invitation(swarm, hosts);
  }

  /**
   * The name of the swarm that is joined.
   *
   * @param given after {@code --swarm}; null if nothing is
   * @throws IllegalArgumentException if neither or if both say it, and differently
   */
  public String swarmOr(@Nullable String given) {
    if (swarm == null) {
      if (given == null) {
        throw new IllegalArgumentException(
            "the invitation does not say the swarm's name: ask who sent it, and add --swarm NAME");
      }
      return given;
    }
    if (given != null && !swarm.equals(given)) {
      throw new IllegalArgumentException(
          "the invitation is to the swarm '%s', not to '%s': leave out --swarm"
              .formatted(swarm, given));
    }
    return swarm;
  }
}
