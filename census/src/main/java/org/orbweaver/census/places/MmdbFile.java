package org.orbweaver.census.places;

import com.maxmind.db.CHMCache;
import com.maxmind.db.Reader;
import com.maxmind.db.Reader.FileMode;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/** One MMDB file, whose records are maps: the free ones differ in how these are laid out. */
final class MmdbFile {
  private final Path file;
  private final Reader reader;

  private MmdbFile(Path file, Reader reader) {
    this.file = file;
    this.reader = reader;
  }

  static MmdbFile open(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new PlaceDatabaseException(file, "does not exist");
    }
    try {
      // In memory, so that nothing is left open: such files are a few megabytes.
      return new MmdbFile(file, new Reader(file.toFile(), FileMode.MEMORY, new CHMCache()));
    } catch (IOException | RuntimeException e) {
      throw damaged(file, e);
    }
  }

  /** The record of that address; null if the file has none. */
  @Nullable Map<?, ?> find(Endpoint address) {
    if (!address.isIpv4() && reader.getMetadata().ipVersion() == 4) {
      return null;
    }
    try {
      return reader.get(inet(address), Map.class);
    } catch (IOException | RuntimeException e) {
      throw damaged(file, e);
    }
  }

  private static PlaceDatabaseException damaged(Path file, Exception cause) {
    return new PlaceDatabaseException(file, "is damaged, or is no MMDB file", cause);
  }

  private static InetAddress inet(Endpoint address) throws IOException {
    byte[] bytes =
        address.isIpv4()
            ? ByteBuffer.allocate(4).putInt(address.ipv4()).array()
            : ByteBuffer.allocate(16).putLong(address.high()).putLong(address.low()).array();
    return InetAddress.getByAddress(bytes);
  }
}
