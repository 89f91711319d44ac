package org.orbweaver.census.places;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/** Tells the two-letter code of the country an address is in. */
@FunctionalInterface
public interface CountryLookup {
  /** Where nothing is known. */
  CountryLookup NONE = address -> null;

  @Nullable String find(Endpoint address);
}
