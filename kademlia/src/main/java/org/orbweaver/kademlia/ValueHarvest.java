package org.orbweaver.kademlia;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * get (BEP 44): the value with the highest sequence number among those that are genuine. An
 * immutable value is genuine if it hashes to the target, a mutable one if its signature is good;
 * nodes may say anything else.
 */
public final class ValueHarvest<V> implements Harvest<V> {
  private final Predicate<V> genuine;
  private final ToLongFunction<V> sequence;
  private Optional<V> best = Optional.empty();

  public ValueHarvest(Predicate<V> genuine, ToLongFunction<V> sequence) {
    this.genuine = genuine;
    this.sequence = sequence;
  }

  @Override
  public void take(Contact from, V value) {
    // The cheap comparison first: checking a signature is the costly part.
    boolean newer =
        best.map(held -> sequence.applyAsLong(value) > sequence.applyAsLong(held)).orElse(true);
    if (newer && genuine.test(value)) {
      best = Optional.of(value);
    }
  }

  public Optional<V> value() {
    return best;
  }
}
