package org.orbweaver.trust;

import org.orbweaver.kademlia.Key;

/** A number that a witness had sealed in its commitment of the period before. */
@SuppressWarnings("ArrayRecordComponent") // read once, never changed
public record Opening(Key witness, byte[] number) {
  /** What is published first. */
  public static byte[] sealed(Key witness, Period opensIn, byte[] number) {
    return Hash.of("sealed").add(witness).add(opensIn.number()).add(number).bytes();
  }
}
