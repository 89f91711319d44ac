package org.orbweaver.cli.crawl;

import java.nio.file.Path;
import org.orbweaver.shell.CollectionName;
import org.orbweaver.shell.DataOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which collection is meant. */
final class CollectionPlace {
  @Option(
      names = "--collection",
      defaultValue = "default",
      converter = CollectionName.class,
      description = "Name of the collection.")
  private String collection;

  @Mixin private DataOption data;

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
    return data.directory().resolve("collections").resolve(collection);
  }
}
