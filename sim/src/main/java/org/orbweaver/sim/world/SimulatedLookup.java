package org.orbweaver.sim.world;

/**
 * A client's iterative lookup, without packets: which nodes it asks on its way to a target. Three
 * at a time, from the client's own table on, until the eight closest that answer have been asked.
 */
final class SimulatedLookup {
  private static final int WANTED = RoutingTables.BUCKET_SIZE;
  private static final int AT_ONCE = 3;
  private static final int REMEMBERED = 64;

  private final Dht dht;
  private final SortedKeys keys;
  private final int[] reply = new int[RoutingTables.BUCKET_SIZE];
  private final int[] candidates = new int[REMEMBERED];
  private final boolean[] asked = new boolean[REMEMBERED];
  private int known;
  private final int[] visited = new int[4 * REMEMBERED];
  private int visits;

  SimulatedLookup(Dht dht) {
    this.dht = dht;
    this.keys = dht.population().keys();
  }

  void run(int client, long target, long now) {
    known = 0;
    visits = 0;
    hear(client, dht.tables().findNode(client, target, now, reply), target);
    while (round(client, target, now)) {
      // each round asks those that the last one made the closest
    }
  }

  private boolean round(int client, long target, long now) {
    int[] next = new int[AT_ONCE];
    int count = 0;
    for (int i = 0; i < Math.min(known, WANTED) && count < AT_ONCE; i++) {
      if (!asked[i]) {
        next[count++] = candidates[i];
      }
    }
    for (int i = 0; i < count && visits < visited.length; i++) {
      ask(client, next[i], target, now);
    }
    return count > 0 && visits < visited.length;
  }

  private void ask(int client, int node, long target, long now) {
    visited[visits++] = node;
    int place = place(node);
    if (dht.liveness().live(node, now)) {
      asked[place] = true;
      hear(client, dht.tables().findNode(node, target, now, reply), target);
    } else {
      System.arraycopy(candidates, place + 1, candidates, place, known - place - 1);
      System.arraycopy(asked, place + 1, asked, place, known - place - 1);
      known--;
    }
  }

  private int place(int node) {
    int place = 0;
    while (candidates[place] != node) {
      place++;
    }
    return place;
  }

  private void hear(int client, int count, long target) {
    for (int i = 0; i < count; i++) {
      if (reply[i] != client && !wasVisited(reply[i])) {
        insert(reply[i], target);
      }
    }
  }

  private boolean wasVisited(int node) {
    for (int i = 0; i < visits; i++) {
      if (visited[i] == node) {
        return true;
      }
    }
    return false;
  }

  private void insert(int node, long target) {
    long distance = keys.high(node) ^ target;
    int place = known;
    while (place > 0
        && Long.compareUnsigned(keys.high(candidates[place - 1]) ^ target, distance) >= 0) {
      if (candidates[place - 1] == node) {
        return;
      }
      place--;
    }
    if (place == REMEMBERED) {
      return;
    }
    int moved = Math.min(known, REMEMBERED - 1) - place;
    System.arraycopy(candidates, place, candidates, place + 1, moved);
    System.arraycopy(asked, place, asked, place + 1, moved);
    candidates[place] = node;
    asked[place] = false;
    known = Math.min(known + 1, REMEMBERED);
  }

  /** How many nodes were asked, dead ones too. */
  int visits() {
    return visits;
  }

  int visited(int visit) {
    return visited[visit];
  }

  /** Whether the node is one of the eight to which the client would announce itself. */
  boolean isAmongClosest(int node) {
    for (int i = 0; i < Math.min(known, WANTED); i++) {
      if (candidates[i] == node) {
        return true;
      }
    }
    return false;
  }
}
