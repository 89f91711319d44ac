package org.orbweaver.cli.swarm;

import org.orbweaver.kademlia.Key;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A peer, as it is called where trust is concerned. */
final class PeerName implements ITypeConverter<Key> {
  @Override
  public Key convert(String name) {
    try {
      return Key.parse(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
