package org.orbweaver.kademlia;

import java.util.List;

/**
 * A bucket as the paper's figure 3 draws it.
 *
 * @param home whether one of our own IDs lies in its range
 */
public record BucketView(
    Prefix prefix, boolean home, List<EntryView> entries, List<EntryView> replacements) {
  public BucketView {
    entries = List.copyOf(entries);
    replacements = List.copyOf(replacements);
  }
}
