package org.orbweaver.shell;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A collection's name is a folder's among others: it leads nowhere else. */
public final class CollectionName implements ITypeConverter<String> {
  public CollectionName() {}

  @Override
  public String convert(String name) {
    boolean leadsAway = name.startsWith(".") || name.chars().anyMatch(c -> c == '/' || c < ' ');
    if (name.isBlank() || leadsAway) {
      throw new TypeConversionException(
          "'" + name + "' is no name of a collection; write one word, such as library");
    }
    return name;
  }
}
