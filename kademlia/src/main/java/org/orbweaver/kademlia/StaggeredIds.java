package org.orbweaver.kademlia;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Node IDs for one host's many addresses, spread so that together they see as much of the keyspace
 * as they can (§2.2.1): whoever has a far-away ID of ours keeps it in a large bucket.
 */
public final class StaggeredIds {
  private StaggeredIds() {}

  /**
   * The ID of socket number {@code socket}: the root with the bits of that number, lowest first,
   * added to its highest bits. Every further one shares as few leading bits with its nearest
   * predecessor as any ID could.
   *
   * <pre>
   *   socket 0  root        2  root ^ 01000…      4  root ^ 00100…
   *          1  root ^ 1000…  3  root ^ 11000…      5  root ^ 10100…
   * </pre>
   */
  public static Key derived(Key root, int socket) {
    return new Key(root.high() ^ Long.reverse(socket), root.middle(), root.low());
  }

  /**
   * A {@link SecureId} for the address. Of its eight possible prefixes it takes the one farthest
   * from the IDs already in use.
   */
  public static Key secure(Endpoint address, List<Key> inUse, RandomGenerator random) {
    int best = 0;
    int fewestShared = Key.BITS + 1;
    int first = random.nextInt(SecureId.CHOICES);
    for (int i = 0; i < SecureId.CHOICES; i++) {
      int number = (first + i) % SecureId.CHOICES;
      int shared = mostShared(SecureId.prefix(address, number), inUse);
      if (shared < fewestShared) {
        fewestShared = shared;
        best = number;
      }
    }
    int number = best | random.nextInt(32) << 3;
    return SecureId.of(address, number, random);
  }

  private static int mostShared(Key prefix, List<Key> inUse) {
    int most = 0;
    for (Key id : inUse) {
      most = Math.max(most, Math.min(SecureId.SECURED_BITS, prefix.commonPrefixLength(id)));
    }
    return most;
  }
}
