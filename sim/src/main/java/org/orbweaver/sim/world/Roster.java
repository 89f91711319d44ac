package org.orbweaver.sim.world;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

/**
 * Everybody by slot, the order of enrolment, in which a node's address and with it its ID are
 * computed; where the ID then falls in the keyspace is {@link Population}'s business.
 *
 * <pre>
 *   slots | behind NAT | honest, one per host | sybils and eclipses | planted | guests |
 *         0                                   nodes                                    size
 * </pre>
 *
 * The address comes first because BEP 42 derives the ID from it. A slot's host number is shuffled
 * over the address space by a {@link Permutation}, so from an address the slot follows, from the
 * slot the ID, and from the ID the place in the keyspace: no map of 16 million entries anywhere.
 */
final class Roster {
  static final int NOBODY = -1;

  private final PopulationOptions options;
  private final AddressPlan identities;
  private final AddressPlan addresses;
  private final SharedHosts nat;
  private final Foes foes;
  private final int firstPlanted;
  private final int firstGuest;
  private final int size;
  private final Map<Endpoint, Integer> guestSlots = new HashMap<>();
  private final long idSeed;
  private final long restSeed;
  private final long clientSeed;
  private final long countrySeed;

  Roster(PopulationOptions options) {
    this.options = options;
    long seed = options.seed();
    identities = options.addresses().identities(seed);
    addresses = options.addresses().plan(seed);
    nat = behindNat(options);
    foes = new Foes(options);
    firstPlanted = foes.endSlot();
    firstGuest = firstPlanted + options.planted().size();
    size = firstGuest + options.guests().size();
    for (int i = 0; i < options.guests().size(); i++) {
      guestSlots.put(options.guests().get(i).endpoint(), firstGuest + i);
    }
    idSeed = Mix.seedFor(seed, "id");
    restSeed = Mix.seedFor(seed, "rest of id");
    clientSeed = Mix.seedFor(seed, "client");
    countrySeed = Mix.seedFor(seed, "country");
    int hosts = firstPlantedHost() + options.planted().size();
    if (hosts > options.addresses().hosts()) {
      throw new IllegalArgumentException(
          hosts + " hosts do not fit into the " + options.addresses().hosts() + " addresses there");
    }
  }

  private static SharedHosts behindNat(PopulationOptions options) {
    long seed = Mix.seedFor(options.seed(), "carrier NAT");
    int wanted = (int) (options.nat().share() * options.nodes());
    int[] sizes = new int[wanted / 2 + 1];
    int groups = 0;
    int placed = 0;
    while (placed < wanted - 1) {
      int size = options.nat().groupSize(Mix.unit(Mix.hash(seed, groups)));
      sizes[groups] = Math.min(size, wanted - placed);
      placed += sizes[groups++];
    }
    return SharedHosts.of(0, 0, Arrays.copyOf(sizes, groups));
  }

  int size() {
    return size;
  }

  boolean isHonest(int slot) {
    return slot < options.nodes();
  }

  NodeRole role(int slot) {
    if (slot < options.nodes()) {
      return NodeRole.HONEST;
    }
    if (slot < firstPlanted) {
      return foes.role(slot);
    }
    return slot < firstGuest ? NodeRole.PLANTED : NodeRole.GUEST;
  }

  Foes foes() {
    return foes;
  }

  /** Only for slots that are not honest. */
  double ageRank(int slot) {
    if (slot >= firstGuest) {
      return guest(slot).ageRank();
    }
    return slot >= firstPlanted
        ? options.planted().get(slot - firstPlanted).ageRank()
        : Mix.unit(Mix.hash(clientSeed, slot, 1));
  }

  Guest guest(int slot) {
    return options.guests().get(slot - firstGuest);
  }

  boolean sharesAddress(int slot) {
    return slot < nat.endSlot();
  }

  /** How many ports a loopback world must open. */
  int portsInUse() {
    return Math.max(1, Math.max(nat.largest(), foes.largestHost()));
  }

  Endpoint endpoint(int slot) {
    return slot >= firstGuest
        ? guest(slot).endpoint()
        : addresses.endpoint(host(slot), member(slot));
  }

  int slotAt(Endpoint endpoint) {
    Integer guest = guestSlots.get(endpoint);
    if (guest != null) {
      return guest;
    }
    int host = addresses.host(endpoint);
    if (host == AddressPlan.NO_HOST || host >= firstPlantedHost() + options.planted().size()) {
      return NOBODY;
    }
    int member = addresses.member(host, endpoint);
    if (nat.hasHost(host)) {
      return nat.slot(host, member);
    }
    if (foes.hasHost(host)) {
      return foes.slot(host, member);
    }
    if (member != 0 || host < nat.endSlot()) {
      return NOBODY;
    }
    return host < options.nodes() ? host : firstPlanted + host - firstPlantedHost();
  }

  private int firstPlantedHost() {
    return options.nodes() + foes.hosts();
  }

  private int host(int slot) {
    if (slot < nat.endSlot()) {
      return nat.host(slot);
    }
    if (slot < options.nodes()) {
      return slot;
    }
    return slot < firstPlanted ? foes.host(slot) : firstPlantedHost() + slot - firstPlanted;
  }

  private int member(int slot) {
    if (slot < nat.endSlot()) {
      return nat.member(slot);
    }
    return slot >= options.nodes() && slot < firstPlanted ? foes.member(slot) : 0;
  }

  AddressPlan addresses() {
    return addresses;
  }

  ClientKind client(int slot) {
    return ClientKind.pick(Mix.unit(Mix.hash(clientSeed, slot)));
  }

  /** By the public address, also where the node is reached on loopback. */
  Country country(int slot) {
    return slot >= firstGuest
        ? country(guest(slot).endpoint())
        : country(identities.endpoint(host(slot), 0));
  }

  /** A country has whole networks of 65,536 addresses. */
  Country country(Endpoint endpoint) {
    long block = endpoint.isIpv4() ? endpoint.ipv4() >>> 16 : endpoint.high() >>> 32;
    return Country.pick(Mix.unit(Mix.hash(countrySeed, block)));
  }

  /** The first 64 bits of the ID. */
  long high(int slot) {
    return isHonest(slot) ? honestHigh(slot) : key(slot).high();
  }

  private long honestHigh(int slot) {
    long random = Mix.hash(idSeed, slot);
    if (!client(slot).secure()) {
      return random;
    }
    Key tied = SecureId.prefix(identities.endpoint(host(slot), 0), low(slot));
    return tied.prefixThen(SecureId.SECURED_BITS, new Key(random, 0, 0)).high();
  }

  private long middle(int slot) {
    return Mix.hash(restSeed, slot);
  }

  private int low(int slot) {
    return (int) Mix.hash(restSeed, slot, 1);
  }

  Key key(int slot) {
    if (isHonest(slot)) {
      return keyWith(honestHigh(slot), slot);
    }
    if (slot >= firstGuest) {
      return guest(slot).id();
    }
    if (slot >= firstPlanted) {
      return options.planted().get(slot - firstPlanted).id();
    }
    return foes.key(slot, new Key(Mix.hash(idSeed, slot), middle(slot), low(slot)));
  }

  /** The key of a slot whose first bits are at hand already. */
  Key keyWith(long high, int slot) {
    return isHonest(slot) ? new Key(high, middle(slot), low(slot)) : key(slot);
  }
}
