package org.orbweaver.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.orbweaver.cli.Main;

/** {@code orb demo} in a process of its own, whose temporary folder is known. */
final class DemoProcess implements AutoCloseable {
  private static final Pattern OPEN = Pattern.compile("the console is open: (http://\\S+/)");
  private static final String WHOLE = "Five things to try";
  private static final long STOP_SECONDS = 60;

  private final Path said;
  private final Path temporary;
  private final Process process;

  private DemoProcess(Path folder) throws IOException {
    this.said = Files.createDirectories(folder).resolve("demo.txt");
    this.temporary = Files.createTempDirectory("orb-tour-");
    this.process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx1g",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "demo",
                "--console",
                "0")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
  }

  /**
   * @param folder where what it says is kept
   */
  static DemoProcess start(Path folder) throws IOException {
    return new DemoProcess(folder);
  }

  String said() throws IOException {
    return Files.readString(said);
  }

  /** Where its console is. */
  String console() throws IOException, InterruptedException {
    return await(OPEN, Duration.ofSeconds(60)).group(1);
  }

  /** Returns when everything has been shown. */
  void awaitWhole(Duration patience) throws IOException, InterruptedException {
    await(Pattern.compile(WHOLE), patience);
  }

  private Matcher await(Pattern words, Duration patience) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadline && process.isAlive()) {
      Matcher found = words.matcher(said());
      if (found.find()) {
        return found;
      }
      Thread.sleep(200);
    }
    throw new AssertionError(
        "orb demo does not say '%s' within %d s, but: %s"
            .formatted(words, patience.toSeconds(), said()));
  }

  /** Ends it as Ctrl-C does; what it leaves behind. */
  List<Path> stop() throws IOException, InterruptedException {
    process.toHandle().destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("orb demo does not end within %d s".formatted(STOP_SECONDS));
    }
    try (Stream<Path> left = Files.list(temporary)) {
      return left.filter(each -> !each.getFileName().toString().startsWith("hsperfdata")).toList();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
