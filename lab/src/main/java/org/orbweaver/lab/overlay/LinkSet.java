package org.orbweaver.lab.overlay;

import java.io.IOException;
import java.util.List;

/** Pages and the links on them. */
public interface LinkSet {
  /** Is shown one page after the other. */
  @FunctionalInterface
  interface Visitor {
    void page(String url, List<String> links);
  }

  /** Where it comes from, for the report. */
  String name();

  void visit(Visitor visitor) throws IOException;
}
