package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./orb} does to the libraries after a build. */
@EnabledOnOs(OS.LINUX)
class FitLibrariesTest {
  @TempDir private Path folder;

  /** A killed {@code orb up} left 71 MB of DuckDB's alone in the temporary folder, each time. */
  @Test
  void nativeLibrariesAreUnpackedOnceAndNotAtEachStart() throws Exception {
    Path libraries = Files.createDirectory(folder.resolve("lib"));
    Path natives = folder.resolve("native");
    for (String name : List.of("duckdb_jdbc", "sqlite-jdbc", "zstd-jni", "rocksdbjni")) {
      Path jar = jar(name);
      Files.copy(jar, libraries.resolve(jar.getFileName()));
    }
    Process fitting =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Path.of("..", "tools", "FitLibraries.java").toString(),
                libraries.toString(),
                natives.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(fitting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(fitting.waitFor()).as(said).isZero();
    try (Stream<Path> unpacked = Files.list(natives)) {
      assertThat(
              unpacked.map(
                  each -> each.getFileName().toString().replaceAll("-[0-9].*(?=\\.so)", "")))
          .contains("libduckdb_java.so", "libsqlitejdbc.so", "libzstd-jni.so")
          .anyMatch(each -> each.startsWith("librocksdbjni"));
    }
    try (JarFile left = new JarFile(libraries.resolve(jar("duckdb_jdbc").getFileName()).toFile())) {
      assertThat(left.stream().map(Object::toString))
          .contains("org/duckdb/DuckDBDriver.class")
          .noneMatch(each -> each.contains(".so_"));
    }
  }

  private static Path jar(String name) throws IOException {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(each -> each.getFileName().toString().matches(name + "-[0-9].*\\.jar"))
        .findFirst()
        .orElseThrow(() -> new IOException(name + " is not on the class path"));
  }
}
