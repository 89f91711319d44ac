package org.orbweaver.cli.swarm;

import org.orbweaver.kademlia.Endpoint;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The address by which others know a peer: never "any". */
final class BindAddress implements ITypeConverter<Endpoint> {
  @Override
  public Endpoint convert(String text) {
    Endpoint address;
    try {
      address = Endpoint.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'%s' is no IP address and port, such as 192.0.2.7:7117 or [2001:db8::7]:7117"
              .formatted(text));
    }
    if (address.isIpv4() ? address.ipv4() == 0 : address.high() == 0 && address.low() == 0) {
      throw new TypeConversionException(
          "'%s' is no address that others could reach; name the one of this machine"
              .formatted(text));
    }
    return address;
  }
}
