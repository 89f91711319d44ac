package org.orbweaver.cli.index;

import org.orbweaver.indexer.peer.SocksProxy;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads where a proxy is. */
final class ProxyAddress implements ITypeConverter<SocksProxy> {
  @Override
  public SocksProxy convert(String text) {
    try {
      return SocksProxy.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
