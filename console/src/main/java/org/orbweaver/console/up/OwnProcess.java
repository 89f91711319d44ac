package org.orbweaver.console.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What Linux tells of this process; elsewhere nothing. */
final class OwnProcess {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private OwnProcess() {}

  static OptionalLong residentBytes() {
    return bytes("VmRSS:");
  }

  /** Without files that are mapped, whose pages the system takes back when it needs them. */
  static OptionalLong privateBytes() {
    return bytes("RssAnon:");
  }

  private static OptionalLong bytes(String name) {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  static OptionalLong descriptors() {
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return OptionalLong.of(open.count());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
