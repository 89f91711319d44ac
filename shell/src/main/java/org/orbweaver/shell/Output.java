package org.orbweaver.shell;

import java.io.Console;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.indexer.torrent.SafeText;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/**
 * The options every command has for what it prints, and the printing itself. Results go to stdout;
 * whatever happens on the way goes to stderr, so that {@code --json} leaves exactly one object.
 */
public final class Output {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print the result as one JSON object.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  public Output() {}

  public boolean json() {
    return json;
  }

  public PrintWriter out() {
    return spec.commandLine().getOut();
  }

  public PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** A progress line on a terminal, a line now and then elsewhere. */
  public Progress progress() {
    return onTerminal() ? new TerminalProgress(err()) : new LoggedProgress(err(), System::nanoTime);
  }

  /** Whether somebody watches, so that what was drawn can be drawn over. */
  @SuppressWarnings("SystemConsoleNull") // the platform still documents null
  public boolean onTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Prints a record: as JSON, or its components line by line. */
  public void print(Record report) {
    if (json) {
      out().println(JsonMapper.shared().writeValueAsString(report));
    } else {
      write(report, "");
    }
    out().flush();
  }

  /** One component a line; records within are indented, lists have a line for each element. */
  private void write(Record report, String indent) {
    RecordComponent[] components = report.getClass().getRecordComponents();
    int width = 0;
    for (RecordComponent component : components) {
      width = Math.max(width, words(component.getName()).length());
    }
    for (RecordComponent component : components) {
      String name = words(component.getName());
      switch (value(component, report)) {
        case Record inner -> {
          out().println(indent + name);
          write(inner, indent + "  ");
        }
        case List<?> list -> {
          out().printf("%s%-" + width + "s  %d%n", indent, name, list.size());
          lines(list, indent + "  ");
        }
        case Object plain -> out().printf("%s%-" + width + "s  %s%n", indent, name, oneLine(plain));
        case null -> {}
      }
    }
  }

  /** Records as rows under the names of their components. */
  private void lines(List<?> list, String indent) {
    if (list.isEmpty()
        || !(list.getFirst() instanceof Record first)
        || list.stream().anyMatch(each -> each == null || each.getClass() != first.getClass())) {
      list.forEach(each -> out().println(indent + oneLine(each)));
      return;
    }
    RecordComponent[] components = first.getClass().getRecordComponents();
    Columns columns =
        new Columns(Arrays.stream(components).map(each -> words(each.getName())).toList());
    for (int i = 0; i < components.length; i++) {
      if (components[i].getType().isPrimitive() && components[i].getType() != boolean.class) {
        columns.toTheRight(i);
      }
    }
    for (Object each : list) {
      columns.add(
          Arrays.stream(components)
              .map(component -> oneLine(value(component, (Record) each)))
              .toList());
    }
    columns.print(out(), indent);
  }

  private static String words(String name) {
    return name.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }

  private static String oneLine(@Nullable Object value) {
    return switch (value) {
      case null -> "–";
      case Double number -> String.format(Locale.ROOT, number < 100 ? "%.4f" : "%,.0f", number);
      case Long number -> String.format(Locale.ROOT, "%,d", number);
      case Integer number -> String.format(Locale.ROOT, "%,d", number);
      case Record record ->
          Arrays.stream(record.getClass().getRecordComponents())
              .map(component -> oneLine(value(component, record)))
              .collect(Collectors.joining("  "));
      default -> SafeText.harmless(value.toString());
    };
  }

  private static @Nullable Object value(RecordComponent component, Record report) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(report);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }
}
