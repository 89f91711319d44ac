package org.orbweaver.shell;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options that were not typed: from the environment, then from a properties file, then the
 * command's own default. Option {@code --rounds} of {@code orb lab wire} is {@code
 * ORB_LAB_WIRE_ROUNDS} in the environment and {@code lab.wire.rounds} in the file.
 */
public final class Settings implements IDefaultValueProvider {
  private final Map<String, String> environment;
  private final Properties file;

  private Settings(Map<String, String> environment, Properties file) {
    this.environment = environment;
    this.file = file;
  }

  public static Settings load(Map<String, String> environment) {
    Properties properties = new Properties();
    String named = environment.get("ORB_CONFIG");
    Path path =
        named != null
            ? Path.of(named)
            : Path.of(System.getProperty("user.home"), ".config", "orbweaver", "orb.properties");
    if (named != null || Files.exists(path)) {
      try (Reader reader = Files.newBufferedReader(path)) {
        properties.load(reader);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the settings file " + path, e);
      }
    }
    return new Settings(environment, properties);
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
      return null;
    }
    String name =
        option.command().qualifiedName(".") + "." + option.longestName().replaceFirst("^-+", "");
    String typed = environment.get(name.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT));
    return typed != null ? typed : file.getProperty(name.replaceFirst("^orb\\.", ""));
  }
}
