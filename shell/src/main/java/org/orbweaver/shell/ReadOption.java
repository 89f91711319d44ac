package org.orbweaver.shell;

import java.io.IOException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option's text read by somebody who says in a sentence what is wrong with it. */
public abstract class ReadOption<T> implements ITypeConverter<T> {
  /** Reads a text, or throws with a sentence for the user. */
  public interface Reader<T> {
    T read(String text) throws IOException;
  }

  private final Reader<T> reader;

  protected ReadOption(Reader<T> reader) {
    this.reader = reader;
  }

  @Override
  public final T convert(String text) {
    try {
      return reader.read(text);
    } catch (IllegalArgumentException | IOException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
