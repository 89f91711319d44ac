package org.orbweaver.census.analysis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A whole answer, for those that are small. In JSON it is a list of objects. */
public record Table(List<String> columns, @JsonValue List<Row> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** One line of it, whose values are found by their column's name. */
  public record Row(List<String> columns, List<@Nullable Object> values) {
    public Row {
      values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    @JsonValue
    Map<String, @Nullable Object> byName() {
      Map<String, @Nullable Object> named = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        named.put(columns.get(i), values.get(i));
      }
      return named;
    }

    public @Nullable Object value(String column) {
      int at = columns.indexOf(column);
      if (at < 0) {
        throw new IllegalArgumentException("no column " + column + " among " + columns);
      }
      return values.get(at);
    }

    public long count(String column) {
      return ((Number) Objects.requireNonNull(value(column), column)).longValue();
    }

    /** NaN where there is no value. */
    public double figure(String column) {
      return value(column) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** Empty where there is no value. */
    public String text(String column) {
      return Objects.toString(value(column), "");
    }
  }

  public Table where(Predicate<Row> wanted) {
    return new Table(columns, rows.stream().filter(wanted).toList());
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Collects a table. */
  static final class Builder implements RowSink {
    private final List<Row> rows = new ArrayList<>();
    private List<String> columns = List.of();

    @Override
    public void columns(List<String> names) {
      columns = List.copyOf(names);
    }

    @Override
    public boolean row(List<@Nullable Object> values) {
      rows.add(new Row(columns, values));
      return true;
    }

    Table build() {
      return new Table(columns, rows);
    }
  }
}
