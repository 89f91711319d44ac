package org.orbweaver.shell;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** One object whose {@code rows} are objects with the columns' names, a line each. */
public final class JsonRows implements RowPrinter {
  private final PrintWriter out;
  private List<String> names = List.of();
  private boolean begun;
  private long count;

  public JsonRows(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(List<String> columns) {
    names = columns;
    begun = true;
    out.print("{\"rows\":[");
  }

  @Override
  public boolean row(List<@Nullable Object> values) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      boolean number = values.get(i) instanceof Double figure && !Double.isFinite(figure);
      object.put(names.get(i), number ? null : values.get(i));
    }
    out.print(count++ == 0 ? "\n" : ",\n");
    out.print(JsonMapper.shared().writeValueAsString(object));
    return !out.checkError();
  }

  @Override
  public void close() {
    if (begun) {
      out.println("],\"count\":" + count + "}");
    }
    out.flush();
  }
}
