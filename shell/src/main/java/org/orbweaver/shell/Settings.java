package org.orbweaver.shell;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Options that were not typed: from the environment, then from a properties file, then the
 * command's own default. Option {@code --rounds} of {@code orb lab wire} is {@code
 * ORB_LAB_WIRE_ROUNDS} in the environment and {@code lab.wire.rounds} in the file.
 */
public final class Settings implements IDefaultValueProvider {
  private final Map<String, String> environment;
  private final Path path;
  private final Properties file;

  private Settings(Map<String, String> environment, Path path, Properties file) {
    this.environment = environment;
    this.path = path;
    this.file = file;
  }

  /**
   * @throws IOException in a sentence, if there is a file and it cannot be read
   */
  public static Settings load(Map<String, String> environment) throws IOException {
    Properties properties = new Properties();
    String named = environment.get("ORB_CONFIG");
    Path path =
        named != null
            ? Path.of(named)
            : Path.of(System.getProperty("user.home"), ".config", "orbweaver", "orb.properties");
    if (named != null && !Files.exists(path)) {
      throw new IOException("there is no settings file " + path + ", which ORB_CONFIG names");
    }
    if (Files.exists(path)) {
      try (Reader reader = Files.newBufferedReader(path)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new IOException(
            "the settings file %s cannot be read: %s".formatted(path, e.getMessage()), e);
      }
    }
    return new Settings(environment, path, properties);
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
      return null;
    }
    String typed = environment.get(variable(option));
    return typed != null ? typed : file.getProperty(key(option));
  }

  private static String key(OptionSpec option) {
    return (option.command().qualifiedName(".")
            + "."
            + option.longestName().replaceFirst("^-+", ""))
        .replaceFirst("^orb\\.", "");
  }

  private static String variable(OptionSpec option) {
    return "ORB_" + key(option).replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
  }

  /** Where a value was set that nobody typed, in words; empty if it was typed. */
  public String origin(@Nullable ArgSpec argument, @Nullable String value) {
    if (!(argument instanceof OptionSpec option) || value == null) {
      return "";
    }
    if (value.equals(environment.get(variable(option)))) {
      return " (set by " + variable(option) + ")";
    }
    return value.equals(file.getProperty(key(option)))
        ? " (set by %s in %s)".formatted(key(option), path)
        : "";
  }

  /**
   * Refuses what the file sets for a command that has no such option: most likely it was
   * misspelled, and who wrote it believes that it holds. Commands that this call did not build
   * cannot be asked; their own calls do it.
   *
   * @param root of the commands
   */
  public void requireKnown(CommandLine root) {
    file.stringPropertyNames().forEach(key -> requireKnown(root, key, key));
  }

  /**
   * @param rest of the key, below that command
   */
  private void requireKnown(CommandLine command, String key, String rest) {
    int dot = rest.indexOf('.');
    CommandLine below = dot < 0 ? null : command.getSubcommands().get(rest.substring(0, dot));
    CommandSpec spec = command.getCommandSpec();
    if (below != null) {
      requireKnown(below, key, rest.substring(dot + 1));
    } else if (spec.userObject() != null
        && spec.options().stream().noneMatch(each -> each.longestName().equals("--" + rest))) {
      throw new ParameterException(
          command,
          "%s sets '%s', and '%s' has no option --%s"
              .formatted(path, key, spec.qualifiedName(), rest));
    }
  }
}
