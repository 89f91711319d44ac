package org.orbweaver.demo;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.places.CountryLookup;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.world.Country;
import org.orbweaver.sim.world.Population;

/**
 * In which country a node of the made-up DHT is: what a database of addresses tells of real ones.
 */
final class WorldPlaces implements CountryLookup {
  private final Map<Integer, Country> countries = new HashMap<>();

  WorldPlaces(Population nodes) {
    for (int node = 0; node < nodes.size(); node++) {
      countries.put(nodes.endpoint(node).ipv4(), nodes.country(node));
    }
  }

  @Override
  public @Nullable String find(Endpoint address) {
    Country country = address.isIpv4() ? countries.get(address.ipv4()) : null;
    return country == null || country == Country.ZZ ? null : country.name();
  }
}
