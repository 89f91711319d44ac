package org.orbweaver.fuzz;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** Runs a target once over each file of some folders, so that coverage can be measured. */
public final class Replay {
  private Replay() {}

  /**
   * @param arguments a target's class and method, and folders of inputs
   */
  public static void main(String[] arguments) throws Exception {
    Class<?> type = Class.forName(arguments[0]);
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Method method =
        Arrays.stream(type.getDeclaredMethods())
            .filter(each -> each.getName().equals(arguments[1]) && each.getParameterCount() == 1)
            .filter(
                each -> each.isAnnotationPresent(com.code_intelligence.jazzer.junit.FuzzTest.class))
            .findFirst()
            .orElseThrow();
    method.setAccessible(true);
    Object target = constructor.newInstance();
    int inputs = 0;
    for (String folder : Arrays.asList(arguments).subList(2, arguments.length)) {
      for (Path file : files(Path.of(folder))) {
        method.invoke(target, (Object) Files.readAllBytes(file));
        inputs++;
      }
    }
    System.out.println(type.getSimpleName() + "." + arguments[1] + ": " + inputs + " inputs");
  }

  private static java.util.List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return java.util.List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
