package org.orbweaver.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.orbweaver.cli.Main;

/** {@code orb crawl} as a process of its own, as a user starts it. */
final class OrbCrawl {
  private static final int PATIENCE_SECONDS = 240;

  private final Path data;
  private final List<String> arguments;

  /**
   * @param data where its collection goes
   */
  OrbCrawl(Path data, List<String> arguments) {
    this.data = data;
    this.arguments = List.copyOf(arguments);
  }

  Process start() throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1", // short lives
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "crawl",
                "--allow=127.0.0.0/8",
                "--json",
                "--data=" + data));
    command.addAll(arguments);
    Files.createDirectories(data);
    return new ProcessBuilder(command)
        .redirectOutput(data.resolve("out").toFile())
        .redirectError(data.resolve("err").toFile())
        .start();
  }

  /** To its end; its report. */
  String run() throws IOException, InterruptedException {
    Process process = start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new AssertionError("orb crawl failed: " + Files.readString(data.resolve("err")));
    }
    return Files.readString(data.resolve("out"));
  }

  Path collection() {
    return data.resolve("collections").resolve("default");
  }

  List<Path> warcs() throws IOException {
    try (var files = Files.list(collection().resolve("warc"))) {
      return files.sorted().toList();
    }
  }
}
