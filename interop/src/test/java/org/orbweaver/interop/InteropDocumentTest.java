package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The matrix is what the tests show, no more and no less. */
class InteropDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "interop.md");

  /** A table cell that holds nothing but a test's name, with its class where that is needed. */
  private static final Pattern TEST_CELL = Pattern.compile("\\| `(?:\\w+\\.)?(\\w+)` \\|");

  @Test
  void everyRowHasATestAndEveryTestARow() throws IOException {
    Set<String> rows =
        TEST_CELL
            .matcher(Files.readString(DOCUMENT))
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toSet());
    Set<String> tests =
        Stream.of(
                BothDirections.class,
                MagnetLinks.class,
                StoresItems.class,
                LibtorrentTest.class,
                LibtorrentMetadataTest.class,
                EncryptedPeersTest.class,
                Aria2Test.class,
                TransmissionTest.class,
                RtorrentTest.class,
                NpmDhtTest.class,
                Ipv6Test.class,
                SecureIdTest.class,
                LoopbackWorldTest.class)
            .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
            .filter(method -> method.isAnnotationPresent(Test.class))
            .map(method -> method.getName())
            .collect(Collectors.toSet());
    assertThat(rows).isEqualTo(tests);
  }
}
