package org.orbweaver.kademlia;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One range of the keyspace, its entries in the order they came (oldest first) and, beside them,
 * the contacts that wait for a place.
 *
 * <p>Both lists are copy-on-write: readers take an array and may keep it, writers hold the table's
 * lock. A bucket that was split or merged away is never written again.
 */
final class Bucket {
  private static final TableEntry[] EMPTY = {};

  final Prefix prefix;
  private volatile TableEntry[] entries;
  private volatile Listing live;
  private volatile TableEntry[] replacements;
  private volatile long touched;

  Bucket(Prefix prefix) {
    this(prefix, EMPTY, EMPTY, TableEntry.NEVER);
  }

  Bucket(Prefix prefix, TableEntry[] entries, TableEntry[] replacements, long touched) {
    this.prefix = prefix;
    this.entries = entries;
    this.live = Listing.live(entries);
    this.replacements = replacements;
    this.touched = touched;
  }

  /** The current array itself, never written again: for reading only. */
  TableEntry[] entries() {
    return entries;
  }

  /** The entries that left no query unanswered since their last reply. */
  Listing live() {
    return live;
  }

  /** To be called when an entry fell silent or recovered. */
  void relist() {
    live = Listing.live(entries);
  }

  TableEntry[] replacements() {
    return replacements;
  }

  int size() {
    return entries.length;
  }

  long touched() {
    return touched;
  }

  void touch(long now) {
    touched = now;
  }

  @Nullable TableEntry entry(Key id) {
    return find(entries, id);
  }

  @Nullable TableEntry replacement(Key id) {
    return find(replacements, id);
  }

  /** Who waits under this ID, if it is at that endpoint. */
  @Nullable TableEntry replacementAt(Contact contact) {
    TableEntry waiting = replacement(contact.id());
    return waiting != null && waiting.isAt(contact.endpoint()) ? waiting : null;
  }

  private static @Nullable TableEntry find(TableEntry[] list, Key id) {
    for (TableEntry entry : list) {
      if (entry.is(id)) {
        return entry;
      }
    }
    return null;
  }

  /** The entry with the most failures, if they are at least so many. */
  @Nullable TableEntry mostSilent(int atLeast) {
    TableEntry worst = null;
    int most = atLeast - 1;
    for (TableEntry entry : entries) {
      if (entry.failures() > most) {
        most = entry.failures();
        worst = entry;
      }
    }
    return worst;
  }

  void add(TableEntry newcomer) {
    entries = with(entries, newcomer);
    relist();
    replacements = without(replacements, newcomer.contact.id());
  }

  void remove(TableEntry entry) {
    entries = without(entries, entry.contact.id());
    relist();
  }

  void removeReplacement(TableEntry entry) {
    replacements = without(replacements, entry.contact.id());
  }

  void replaceReplacements(TableEntry[] list) {
    replacements = list;
  }

  /** The half of this bucket whose next bit is {@code bit}. */
  Bucket half(boolean bit) {
    Prefix child = prefix.child(bit);
    return new Bucket(child, within(entries, child), within(replacements, child), touched);
  }

  boolean hasEntryIn(Prefix range) {
    for (TableEntry entry : entries) {
      if (range.contains(entry.contact.id())) {
        return true;
      }
    }
    return false;
  }

  private static TableEntry[] within(TableEntry[] list, Prefix range) {
    List<TableEntry> inside = new ArrayList<>(list.length);
    for (TableEntry entry : list) {
      if (range.contains(entry.contact.id())) {
        inside.add(entry);
      }
    }
    return inside.toArray(TableEntry[]::new);
  }

  static TableEntry[] with(TableEntry[] list, TableEntry added) {
    TableEntry[] longer = Arrays.copyOf(list, list.length + 1);
    longer[list.length] = added;
    return longer;
  }

  private static TableEntry[] without(TableEntry[] list, Key id) {
    int index = 0;
    while (index < list.length && !list[index].is(id)) {
      index++;
    }
    if (index == list.length) {
      return list;
    }
    TableEntry[] shorter = new TableEntry[list.length - 1];
    System.arraycopy(list, 0, shorter, 0, index);
    System.arraycopy(list, index + 1, shorter, index, shorter.length - index);
    return shorter;
  }
}
