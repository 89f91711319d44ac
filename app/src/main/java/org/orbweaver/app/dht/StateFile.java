package org.orbweaver.app.dht;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
    return NodeState.decode(Files.readAllBytes(file))
        .orElseThrow(
            () ->
                new IOException(
                    "the DHT state in " + file + " cannot be read; remove it to start afresh"));
  }

  /** Whole or not at all, at whatever moment the process is killed. */
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
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
