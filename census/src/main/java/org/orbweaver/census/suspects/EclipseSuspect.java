package org.orbweaver.census.suspects;

import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

/**
 * A subspace with more IDs than chance explains.
 *
 * @param prefix the subspace's first bits as Splider writes them, 0x37b22fa9; beyond {@code bits}
 *     they are zero
 * @param bits how many bits its IDs share
 * @param ids how many stand there
 * @param expected how many would, N/2^bits
 * @param strangers how many of the IDs do not follow from their address
 * @param addresses over how many addresses they are spread
 * @param mostAtOneAddress the most strangers that share one
 * @param pValue the chance that an honest network of this size has a crowd as unlikely anywhere
 */
public record EclipseSuspect(
    String prefix,
    int bits,
    int ids,
    double expected,
    int strangers,
    int addresses,
    int mostAtOneAddress,
    double pValue) {

  static EclipseSuspect in(
      Prefix subspace,
      int ids,
      double expected,
      int strangers,
      int addresses,
      int mostAtOneAddress,
      double pValue) {
    int digits = Math.ceilDiv(subspace.length(), 4);
    return new EclipseSuspect(
        "0x" + subspace.first().toString().substring(0, digits),
        subspace.length(),
        ids,
        expected,
        strangers,
        addresses,
        mostAtOneAddress,
        pValue);
  }

  public Prefix subspace() {
    String digits = prefix.substring(2);
    return Prefix.of(Key.parse(digits + "0".repeat(2 * Key.BYTES - digits.length())), bits);
  }
}
