package org.orbweaver.kademlia;

/**
 * What a {@link Lookup} is for: takes from each accepted reply what the traversal itself does not
 * need. A lookup for nodes needs none, since {@link Lookup#closest} is its result.
 *
 * @param <R> what a reply brings besides closer nodes
 */
@FunctionalInterface
public interface Harvest<R> {
  void take(Contact from, R reply);
}
