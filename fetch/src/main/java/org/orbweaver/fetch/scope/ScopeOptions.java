package org.orbweaver.fetch.scope;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the operator wants crawled.
 *
 * @param depth most clicks from a seed
 * @param include where any are given, an address must contain a match of one of these
 * @param exclude an address that contains a match of one of these is left out; beats include
 * @param refusedTypes file name endings that are left out, without the dot
 */
public record ScopeOptions(
    Reach reach,
    int depth,
    List<Pattern> include,
    List<Pattern> exclude,
    Set<String> refusedTypes,
    Traps traps) {
  public ScopeOptions {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    refusedTypes =
        refusedTypes.stream()
            .map(type -> type.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  public ScopeOptions reaching(Reach other) {
    return new ScopeOptions(other, depth, include, exclude, refusedTypes, traps);
  }

  public ScopeOptions withDepth(int most) {
    return new ScopeOptions(reach, most, include, exclude, refusedTypes, traps);
  }

  public ScopeOptions including(List<Pattern> patterns) {
    return new ScopeOptions(reach, depth, patterns, exclude, refusedTypes, traps);
  }

  public ScopeOptions excluding(List<Pattern> patterns) {
    return new ScopeOptions(reach, depth, include, patterns, refusedTypes, traps);
  }

  public ScopeOptions refusing(Set<String> types) {
    return new ScopeOptions(reach, depth, include, exclude, types, traps);
  }

  public ScopeOptions withTraps(Traps other) {
    return new ScopeOptions(reach, depth, include, exclude, refusedTypes, other);
  }

  public static ScopeOptions of(Reach reach) {
    return new ScopeOptions(
        reach, Integer.MAX_VALUE, List.of(), List.of(), Set.of(), Traps.usual());
  }
}
