package org.orbweaver.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A document that says which test holds something names one that there is. */
class DocumentedTestsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern TEST =
      Pattern.compile("([A-Z]\\w*(?:Test|Contract))(?:\\.([a-z]\\w*))?");

  /** Of the class that was named before: {@code .method}, or the end of one, {@code …InTime}. */
  private static final Pattern FURTHER = Pattern.compile("\\.([a-z]\\w*)|…(\\w+)");

  private static final Pattern INPUT = Pattern.compile("inputs? `([a-z0-9-]+)`");

  @Test
  void everyTestThatADocumentNamesIsThere() throws IOException {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (Path document : documents()) {
      for (String line : Files.readAllLines(document)) {
        String type = "";
        Matcher quoted = QUOTED.matcher(line);
        while (quoted.find()) {
          String text = quoted.group(1);
          Matcher test = TEST.matcher(text);
          Matcher further = FURTHER.matcher(text);
          String method = "";
          if (test.matches()) {
            type = test.group(1);
            method = test.group(2) == null ? "" : "void " + test.group(2) + "(";
          } else if (!type.isEmpty() && further.matches()) {
            method =
                further.group(1) == null
                    ? further.group(2) + "("
                    : "void " + further.group(1) + "(";
          } else {
            continue;
          }
          named++;
          if (!sources.getOrDefault(type, "").contains(method) || !sources.containsKey(type)) {
            missing.add(document.getFileName() + ": " + type + " " + text);
          }
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(named).isGreaterThan(150);
  }

  @Test
  void everyFuzzingInputThatADocumentNamesIsThere() throws IOException {
    List<String> missing = new ArrayList<>();
    List<String> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("fuzz/src/test/resources"))) {
      files.map(file -> file.getFileName().toString()).forEach(inputs::add);
    }
    Matcher input = INPUT.matcher(Files.readString(ROOT.resolve("docs/security.md")));
    while (input.find()) {
      if (!inputs.contains(input.group(1))) {
        missing.add(input.group(1));
      }
    }
    assertThat(missing).isEmpty();
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> documents = Files.list(ROOT.resolve("docs"))) {
      return documents.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** The text of every class among the tests, by its name. */
  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path tests : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(tests)) {
          try (Stream<Path> files = Files.walk(tests)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
              String name = file.getFileName().toString();
              sources.merge(
                  name.substring(0, name.length() - ".java".length()),
                  Files.readString(file),
                  String::concat);
            }
          }
        }
      }
    }
    return sources;
  }
}
