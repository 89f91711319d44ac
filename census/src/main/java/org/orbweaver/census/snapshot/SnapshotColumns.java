package org.orbweaver.census.snapshot;

import java.util.Arrays;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * IDs and endpoints of one snapshot in memory, 38 bytes a node, for detectors that look at nodes in
 * an order of their own.
 */
public final class SnapshotColumns implements SnapshotNodes {
  private static final int START = 1 << 12;

  private long[] high = new long[START];
  private long[] middle = new long[START];
  private int[] low = new int[START];
  private long[] addressHigh = new long[START];
  private long[] addressLow = new long[START];
  private char[] port = new char[START];
  private int size;

  private SnapshotColumns() {}

  public static SnapshotColumns load(Snapshot snapshot) {
    SnapshotColumns columns = new SnapshotColumns();
    try (SnapshotReader reader = snapshot.read()) {
      reader.forEach(columns::append);
    }
    return columns;
  }

  private void append(SnapshotRow row) {
    if (size == high.length) {
      grow(size + size / 2);
    }
    high[size] = row.id().high();
    middle[size] = row.id().middle();
    low[size] = row.id().low();
    addressHigh[size] = row.endpoint().high();
    addressLow[size] = row.endpoint().low();
    port[size++] = (char) row.endpoint().port();
  }

  private void grow(int length) {
    high = Arrays.copyOf(high, length);
    middle = Arrays.copyOf(middle, length);
    low = Arrays.copyOf(low, length);
    addressHigh = Arrays.copyOf(addressHigh, length);
    addressLow = Arrays.copyOf(addressLow, length);
    port = Arrays.copyOf(port, length);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Key id(int node) {
    return new Key(high[node], middle[node], low[node]);
  }

  @Override
  public long idHigh(int node) {
    return high[node];
  }

  @Override
  public Endpoint endpoint(int node) {
    return new Endpoint(addressHigh[node], addressLow[node], port[node]);
  }
}
