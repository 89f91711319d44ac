package org.orbweaver.fetch.http;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** An address the guard let pass; only the guard makes these, and only these are connected to. */
public final class CheckedAddress {
  private final InetAddress address;

  CheckedAddress(InetAddress address) {
    this.address = address;
  }

  public InetAddress address() {
    return address;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CheckedAddress that && address.equals(that.address);
  }

  @Override
  public int hashCode() {
    return address.hashCode();
  }

  @Override
  public String toString() {
    return address.getHostAddress();
  }
}
