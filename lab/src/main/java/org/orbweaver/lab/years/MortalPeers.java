package org.orbweaver.lab.years;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;

/** Peers that come, sleep and go; whoever goes is replaced at once, as in the thesis. */
final class MortalPeers {
  static final long HOUR = 3_600_000_000_000L;

  private static final int VIRTUAL_NODES = 16;
  private static final int PORT = 7117;
  private static final double DAY_HOURS = 24;

  /** One machine, from its first day to its last. */
  private static final class Machine {
    private final Peer peer;
    private final double diesAt;
    private final long[] places = new long[VIRTUAL_NODES];
    private double turnsAt;
    private boolean up = true;
    private boolean dead;

    Machine(Peer peer, double diesAt) {
      this.peer = peer;
      this.diesAt = diesAt;
      for (int i = 0; i < VIRTUAL_NODES; i++) {
        places[i] = peer.id(i).high();
      }
    }
  }

  /** What has happened in an hour, in this order. */
  interface Events {
    void died(int number);

    /** The ring is another: that one is in it. */
    void joined(int number);

    /** The ring is another: that one is not expected back any more. */
    void givenUp(int number);
  }

  private final YearsOptions options;
  private final SplittableRandom random;
  private final List<Machine> machines = new ArrayList<>();
  private final Map<Endpoint, Integer> numbers = new HashMap<>();
  private final List<Integer> members = new ArrayList<>();
  private final Map<Integer, Double> missed = new HashMap<>();
  private MembershipView view = MembershipView.EMPTY;
  private long departures;

  MortalPeers(YearsOptions options) {
    this.options = options;
    this.random = new SplittableRandom(options.seed());
    for (int i = 0; i < options.peers(); i++) {
      add(0);
    }
    look();
  }

  private int add(double hour) {
    int number = machines.size();
    Endpoint address = Endpoint.v4(0x0A00_0000 | number + 1, PORT); // each is its own network
    double life = -Math.log(1 - random.nextDouble()) * options.lifeDays() * DAY_HOURS;
    Peer peer = new Peer(address, VIRTUAL_NODES, number, 0, Credentials.NONE);
    Machine machine = new Machine(peer, hour + life);
    machine.turnsAt = hour + random.nextDouble() * DAY_HOURS;
    machines.add(machine);
    numbers.put(address, number);
    members.add(number);
    return number;
  }

  private void look() {
    view = MembershipView.of(members.stream().map(each -> machines.get(each).peer).toList());
  }

  void pass(double hour, Events events) {
    for (int number : List.copyOf(members)) {
      Machine machine = machines.get(number);
      if (!machine.dead && hour >= machine.diesAt) {
        machine.dead = true;
        machine.up = false;
        departures++;
        missed.put(number, hour + (double) Absences.DAY / HOUR);
        events.died(number);
        int fresh = add(hour);
        look();
        events.joined(fresh);
      }
      if (!machine.dead && hour >= machine.turnsAt) {
        machine.up = !machine.up;
        machine.turnsAt = hour + turn(machine.up);
      }
    }
    for (Map.Entry<Integer, Double> each : List.copyOf(missed.entrySet())) {
      if (hour >= each.getValue()) {
        missed.remove(each.getKey());
        members.removeIf(each.getKey()::equals);
        look();
        events.givenUp(each.getKey());
      }
    }
  }

  /** Up and down once a day in the mean; nobody sleeps long enough to be given up. */
  private double turn(boolean up) {
    double mean = DAY_HOURS * (up ? options.uptime() : 1 - options.uptime());
    return up ? -Math.log(1 - random.nextDouble()) * mean : 2 * mean * random.nextDouble();
  }

  /** Who keeps a key's blocks, closest first. */
  int[] holders(long key, int copies) {
    return view.closest(new Key(key, 0, 0), copies).stream()
        .mapToInt(peer -> numbers.getOrDefault(peer.address(), -1))
        .toArray();
  }

  /** Where a peer's virtual nodes are, by their first 64 bits. */
  long[] places(int number) {
    return machines.get(number).places;
  }

  boolean isUp(int number) {
    return machines.get(number).up;
  }

  boolean isDead(int number) {
    return machines.get(number).dead;
  }

  /** Members, whether they sleep or are missed. */
  List<Integer> members() {
    return members;
  }

  long departures() {
    return departures;
  }
}
