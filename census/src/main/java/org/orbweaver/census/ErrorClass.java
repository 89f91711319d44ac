package org.orbweaver.census;

import java.util.List;
import java.util.Locale;

/**
 * Why a node that was asked counts as not having answered. The last failure counts; one that
 * answered at all has none.
 */
public enum ErrorClass {
  /** It answered, or was never asked. */
  NONE,
  /** No packet came back in time. */
  SILENT,
  /** It sent a KRPC error instead of an answer. */
  KRPC_ERROR,
  /** It answered under another ID than the one others know it by. */
  WRONG_ID,
  /** What came back could not be read, or lacked what an answer must have. */
  MALFORMED,
  /** No packet could be sent there: an address that cannot be routed, or port 0. */
  UNSENDABLE;

  /** In their order: asking an enum for its values makes a new array each time. */
  static final List<ErrorClass> VALUES = List.of(values());

  /** As snapshots write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ErrorClass ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
