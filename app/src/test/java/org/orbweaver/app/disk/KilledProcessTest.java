package org.orbweaver.app.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/** A process that writes as fast as it can is killed with -9 in the middle of it. */
class KilledProcessTest {
  /** Says of each entry that it is durable, as soon as it is. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws IOException {
      RocksDisk disk =
          RocksDisk.open(Path.of(arguments[0]), Runnable::run, new SplittableRandom(1));
      for (int i = Integer.parseInt(arguments[1]); true; i++) {
        int number = i;
        disk.put(entry(number));
        if (i % 10 == 0) {
          disk.sync(() -> System.out.println(number));
        }
      }
    }
  }

  static Entry entry(int number) {
    return new Entry(new EntryId(new Key(number, 0, 0), number), number, new byte[100]);
  }

  @Test
  void whatWasSaidToBeDurableIsThereAfterKillMinus9(@TempDir Path directory) throws Exception {
    int first = 0;
    for (int kill = 0; kill < 2; kill++) {
      int acknowledged = writeAndKill(directory, first);
      assertThat(acknowledged).isGreaterThan(first);
      try (RocksDisk disk = RocksDisk.open(directory, Runnable::run, new SplittableRandom(1))) {
        for (int i = 0; i <= acknowledged; i++) {
          assertThat(disk.get(entry(i).id())).as("entry %d of %d", i, acknowledged).isNotNull();
        }
      }
      first = acknowledged + 1;
    }
  }

  private static int writeAndKill(Path directory, int first) throws IOException {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                directory.toString(),
                Integer.toString(first))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int acknowledged = -1;
    try (BufferedReader said = writer.inputReader(StandardCharsets.US_ASCII)) {
      String line = said.readLine();
      for (int lines = 0; line != null; lines++) {
        acknowledged = Integer.parseInt(line);
        if (lines == 500) {
          writer.toHandle().destroyForcibly(); // what it said before is still in the pipe
        }
        line = said.readLine();
      }
    } finally {
      writer.destroyForcibly();
    }
    return acknowledged;
  }
}
