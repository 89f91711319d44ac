package org.orbweaver.app.census;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.analysis.AnalysisException;
import org.orbweaver.census.analysis.EngineProvider;

/**
 * Finds engines that are not part of the program: among the libraries, or as jars in the folder
 * that the environment variable ORB_SPARK or the system property {@code orb.spark} names.
 */
public final class OptionalEngines {
  private OptionalEngines() {}

  public static EngineProvider find(String name) {
    ClassLoader libraries = libraries();
    for (EngineProvider each : ServiceLoader.load(EngineProvider.class, libraries)) {
      if (each.name().equals(name)) {
        // Spark looks for its own classes by the thread's loader.
        Thread.currentThread().setContextClassLoader(libraries);
        return each;
      }
    }
    throw new AnalysisException(
        name.equals("spark")
            ? "Spark is not part of the download: fetch it once with tools/get-spark (220 MB),"
                + " or name the folder of its jars in ORB_SPARK"
            : "there is no engine \"" + name + "\", but duckdb and spark",
        null);
  }

  private static ClassLoader libraries() {
    ClassLoader own = OptionalEngines.class.getClassLoader();
    Path folder = folder();
    if (folder == null || !Files.isDirectory(folder)) {
      return own;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      List<URL> jars =
          files.filter(each -> each.toString().endsWith(".jar")).map(OptionalEngines::url).toList();
      return new URLClassLoader(jars.toArray(URL[]::new), own);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the folder " + folder, e);
    }
  }

  private static @Nullable Path folder() {
    String named = System.getenv().getOrDefault("ORB_SPARK", System.getProperty("orb.spark", ""));
    return named.isEmpty() ? null : Path.of(named);
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
