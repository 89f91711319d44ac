package org.orbweaver.app.dht;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.OnDisk;
import org.orbweaver.mainline.NodeState;

/** Where a node's IDs and contacts are kept between runs. */
public final class StateFile {
  /** Keeps nothing. */
  public static final StateFile NONE = new StateFile(null);

  private final @Nullable Path file;

  public StateFile(@Nullable Path file) {
    this.file = file;
  }

  /** Empty if nothing is kept. */
  public Optional<Path> path() {
    return Optional.ofNullable(file);
  }

  public NodeState load() throws IOException {
    if (file == null || !Files.exists(file)) {
      return NodeState.EMPTY;
    }
    byte[] bytes = Files.readAllBytes(file);
    if (isBlank(bytes)) {
      System.err.println(
          "orb: the DHT state in "
              + file
              + " is empty, as a power failure leaves it; starting afresh");
      return NodeState.EMPTY;
    }
    return NodeState.decode(bytes)
        .orElseThrow(
            () ->
                new IOException(
                    "the DHT state in " + file + " cannot be read; remove it to start afresh"));
  }

  /** Earlier versions did not put it on disk before they renamed it. */
  private static boolean isBlank(byte[] bytes) {
    for (byte each : bytes) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whole or not at all, at whatever moment the process is killed or the power fails. */
  public void save(NodeState state) throws IOException {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.write(fresh, state.encode());
    OnDisk.moveIntoPlace(fresh, file);
  }
}
