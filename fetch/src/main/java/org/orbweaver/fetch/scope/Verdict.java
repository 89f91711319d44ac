package org.orbweaver.fetch.scope;

/** Why an address is crawled, or which rule leaves it out. */
public enum Verdict {
  IN("it belongs to the crawl", ""),
  OUTSIDE("it is outside of the scope", "--scope"),
  TOO_DEEP("it is too many clicks from a seed", "--depth"),
  NOT_INCLUDED("no --include matches it", "--include"),
  EXCLUDED("an --exclude matches it", "--exclude"),
  REFUSED_TYPE("its file name ends in a refused type", "--refuse"),
  TOO_LONG("its address is too long", "--max-address"),
  TOO_MANY_SEGMENTS("its path has too many segments", "--max-segments"),
  TOO_MANY_REPEATS("its path or query repeats a part too often", "--max-repeats"),
  TRAP("it is one of endlessly many that bring nothing new", "--trap-patience"),
  NOFOLLOW("its author marked the link nofollow", "--follow-nofollow"),
  TOO_MANY_REDIRECTS("too many redirects in a row lead to it", "--max-redirects"),
  NESTED_TOO_DEEPLY("it is nested too deeply in what pages need", "--max-nesting"),
  REQUISITE("it is needed by a page, but lies outside of the scope", "--no-requisites"),
  WITHIN_REQUISITE("it is linked from what another page only shows", "");

  private final String because;
  private final String option;

  Verdict(String because, String option) {
    this.because = because;
    this.option = option;
  }

  /** For a person. */
  public String because() {
    return because;
  }

  /** Whether the rule only says what the operator wants crawled. */
  public boolean isScope() {
    return switch (this) {
      case IN, OUTSIDE, TOO_DEEP, NOT_INCLUDED, EXCLUDED, REFUSED_TYPE, REQUISITE -> true;
      default -> false;
    };
  }

  /** Whether a rule with that reason only says what the operator wants crawled. */
  public static boolean saysOnlyTheScope(String because) {
    for (Verdict each : values()) {
      if (each.because.equals(because)) {
        return each.isScope();
      }
    }
    return false;
  }

  /** Which option sets the rule; empty if none does. */
  public String option() {
    return option;
  }
}
