package org.orbweaver.cli.crawl;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which collection is meant. */
final class CollectionPlace {
  @Option(names = "--collection", defaultValue = "default", description = "Name of the collection.")
  private String collection;

  @Option(
      names = "--data",
      defaultValue = "orbweaver-data",
      description = "Directory that holds all collections.")
  private Path data;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CollectionPlace() {}

  String name() {
    return collection;
  }

  /** Of the browser that somebody logged in with. */
  Path profile() {
    return directory().resolve("profile");
  }

  Path directory() {
    return data.resolve("collections").resolve(collection);
  }
}
