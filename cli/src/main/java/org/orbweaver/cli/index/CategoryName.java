package org.orbweaver.cli.index;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.console.index.Category;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A category by its name or by the number that Torznab gives it. */
final class CategoryName implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    if (text.matches("[0-9]{1,6}")) {
      return Integer.parseInt(text);
    }
    String wanted = plain(text);
    Optional<Category> found =
        all()
            .filter(each -> plain(each.name()).equals(wanted) || singular(each).equals(wanted))
            .findFirst();
    return found
        .map(Category::id)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "no category is called '%s'; there are %s, and Torznab's numbers"
                        .formatted(
                            text,
                            all()
                                .map(each -> each.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")))));
  }

  private static Stream<Category> all() {
    return Category.ALL.stream()
        .flatMap(each -> Stream.concat(Stream.of(each), each.parts().stream()));
  }

  private static String singular(Category category) {
    return plain(category.name()).replaceFirst("s$", "");
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
