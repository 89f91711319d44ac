package org.orbweaver.census.places;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.analysis.AnalysisTables.PlaceLookup;
import org.orbweaver.kademlia.Endpoint;

/** Looks up every address of the snapshots, once. */
public final class PlaceTable implements PlaceLookup {
  private final CountryLookup countries;
  private final Networks networks;

  public PlaceTable(CountryLookup countries, Networks networks) {
    this.countries = countries;
    this.networks = networks;
  }

  @Override
  public void fill(Connection connection) throws SQLException {
    DuckDBConnection reading = (DuckDBConnection) connection;
    try (Connection writing = reading.duplicate();
        DuckDBAppender places = ((DuckDBConnection) writing).createAppender("places");
        Statement statement = reading.createStatement();
        ResultSet addresses = statement.executeQuery("SELECT DISTINCT ip FROM nodes")) {
      while (addresses.next()) {
        append(places, addresses.getBytes(1));
      }
    }
  }

  private void append(DuckDBAppender places, byte[] ip) throws SQLException {
    ByteBuffer bits = ByteBuffer.wrap(ip);
    Endpoint address = new Endpoint(bits.getLong(), bits.getLong(), 0);
    String country = countries.find(address);
    Networks.@Nullable Network network = networks.find(address);
    if (country == null && network == null) {
      return;
    }
    places.beginRow();
    places.append(ip);
    places.append(country);
    if (network == null) {
      places.appendNull();
      places.appendNull();
    } else {
      places.append(network.number());
      places.append(network.name());
    }
    places.endRow();
  }
}
