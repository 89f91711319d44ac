package org.orbweaver.sim.world;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Everybody in the order of their keys. A node is named by its index in that order; 13 bytes are
 * kept for each, and all else is computed when asked.
 *
 * <pre>
 *   keys   8 bytes   the first 64 bits of the key
 *   slots  4 bytes   who that is in the {@link Roster}
 *   marks  1 byte    the country; negative if the node is not an ordinary honest one
 * </pre>
 *
 * Immutable, so any number of threads may ask.
 */
public final class Population {
  /** The answer when there is no such node. */
  public static final int NOBODY = Roster.NOBODY;

  private final PopulationOptions options;
  private final Roster roster;
  private final SortedKeys keys;
  private final int[] slots;
  private final byte[] marks;
  private final long silentSeed;
  private final long ageSeed;

  public Population(PopulationOptions options) {
    this.options = options;
    roster = new Roster(options);
    silentSeed = Mix.seedFor(options.seed(), "silent");
    ageSeed = Mix.seedFor(options.seed(), "age");
    long[] high = new long[roster.size()];
    Arrays.parallelSetAll(high, roster::high);
    keys = new SortedKeys(high);
    slots = keys.hasTies() ? slotsOfTiedKeys() : slotsOfDistinctKeys();
    marks = new byte[roster.size()];
    IntStream.range(0, marks.length).parallel().forEach(index -> marks[index] = mark(index));
  }

  private int[] slotsOfDistinctKeys() {
    int[] found = new int[roster.size()];
    IntStream.range(0, found.length)
        .parallel()
        .forEach(slot -> found[keys.notBelow(roster.high(slot))] = slot);
    return found;
  }

  private int[] slotsOfTiedKeys() {
    int[] found = new int[roster.size()];
    Arrays.fill(found, NOBODY);
    for (int slot = 0; slot < found.length; slot++) {
      Key key = roster.key(slot);
      int index = keys.notBelow(key.high());
      while (found[index] != NOBODY && roster.key(found[index]).compareTo(key) < 0) {
        index++;
      }
      insert(found, index, slot);
    }
    return found;
  }

  private static void insert(int[] slots, int index, int slot) {
    int displaced = slot;
    for (int i = index; displaced != NOBODY; i++) {
      int next = slots[i];
      slots[i] = displaced;
      displaced = next;
    }
  }

  private byte mark(int index) {
    int slot = slots[index];
    int country = roster.country(slot).number();
    return (byte) (roster.isHonest(slot) ? country : country | 0x80);
  }

  public PopulationOptions options() {
    return options;
  }

  public int size() {
    return slots.length;
  }

  public Key key(int index) {
    return roster.keyWith(keys.high(index), slots[index]);
  }

  public Endpoint endpoint(int index) {
    return roster.endpoint(slots[index]);
  }

  public Contact contact(int index) {
    return new Contact(key(index), endpoint(index));
  }

  /** The node that listens there, live or not, or {@link #NOBODY}. */
  public int at(Endpoint endpoint) {
    int slot = roster.slotAt(endpoint);
    return slot == NOBODY ? NOBODY : indexOfSlot(slot);
  }

  /** The node with that ID, or {@link #NOBODY}. */
  public int indexOf(Key key) {
    int index = keys.notBelow(key.high());
    while (index < size() && keys.high(index) == key.high()) {
      if (key(index).equals(key)) {
        return index;
      }
      index++;
    }
    return NOBODY;
  }

  public NodeRole role(int index) {
    return marks[index] >= 0 ? NodeRole.HONEST : roster.role(slots[index]);
  }

  /** Which of the options' attacks a sybil or an eclipse node belongs to. */
  public int attack(int index) {
    return roster.foes().attack(slots[index]);
  }

  /** The guest that this node is. */
  public Guest guest(int index) {
    return roster.guest(slots[index]);
  }

  public ClientKind client(int index) {
    return roster.client(slots[index]);
  }

  public Country country(int index) {
    return Country.at(marks[index] & 0x7F);
  }

  /** Whether the node is an honest one behind a carrier's NAT. */
  public boolean sharesAddress(int index) {
    return roster.sharesAddress(slots[index]);
  }

  /** How many ports, from the first on, a world on loopback must open. */
  public int portsInUse() {
    return roster.portsInUse();
  }

  /** Uniform in [0, 1) over the honest nodes: 0 is the youngest. */
  public double ageRank(int index) {
    return marks[index] >= 0
        ? Mix.unit(Mix.mix(keys.high(index) ^ ageSeed))
        : roster.ageRank(slots[index]);
  }

  /** Whether the node never answers as long as there is no churn. Foes always answer. */
  public boolean silent(int index) {
    return marks[index] >= 0
        && Mix.unit(Mix.mix(keys.high(index) ^ silentSeed)) < options.silentShare();
  }

  /** The country in which an address lies, be anybody there or not. */
  public Country country(Endpoint endpoint) {
    return roster.country(endpoint);
  }

  /** An address like the others' at which nobody is. */
  Endpoint vacant(long hash) {
    long state = hash;
    Endpoint candidate = roster.addresses().anywhere(state);
    while (at(candidate) != NOBODY) {
      state = Mix.mix(state);
      candidate = roster.addresses().anywhere(state);
    }
    return candidate;
  }

  Endpoint unreachable(int port) {
    return roster.addresses().unreachable(port);
  }

  /** The node that was enrolled as number {@code slot}. */
  int indexOfSlot(int slot) {
    int index = keys.notBelow(roster.high(slot));
    while (slots[index] != slot) {
      index++; // only past others that share all of the first 64 bits
    }
    return index;
  }

  int slot(int index) {
    return slots[index];
  }

  boolean isOrdinary(int index) {
    return marks[index] >= 0;
  }

  SortedKeys keys() {
    return keys;
  }
}
