package org.orbweaver.shell;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.DataDirectory;
import picocli.CommandLine.Option;

/** Which data directory. */
public final class DataOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where everything is kept; by default ORB_DATA in the environment, or "
              + DataDirectory.USUAL
              + ".")
  private @Nullable Path data;

  public DataOption() {}

  public Path directory() {
    return DataDirectory.given(data);
  }

  /** As somebody would have to type it for another command; empty if need not be typed. */
  public String asTyped() {
    return data == null ? "" : " --data " + data;
  }
}
