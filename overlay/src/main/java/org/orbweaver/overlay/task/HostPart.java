package org.orbweaver.overlay.task;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * The pages of a host whose hashes end in the same bits: part {@code number} of level L holds those
 * with {@code hash mod 2^L = number}.
 *
 * <p>A host begins as part 0 of level 0. When a part grows too large, its guardian splits it: the
 * pages with the next bit set become the new part {@code number + 2^L}, and both are of level L + 1.
 * Each part decides for itself (extendible hashing), so nobody has to ask, and hosts of which one
 * half is crawled first are no special case. A part's place depends on its number alone, hence the
 * pages that stay keep their keys.
 */
public record HostPart(String host, int number, int level) {
  private static final long ENTRY_NAME = 0x70617274L; // "part"

  public HostPart {
    if (level < 0 || level > TaskKey.HIGHEST_LEVEL || number < 0 || number >>> level != 0) {
      throw new IllegalArgumentException("no part " + number + " at level " + level);
    }
  }

  /** A host nobody has split. */
  public static HostPart whole(String host) {
    return new HostPart(host, 0, 0);
  }

  /** Where it is kept: its pages' keys begin with the same 64 bits. */
  Key place() {
    Key name = TaskKey.sha1(number == 0 ? host : host + '\0' + number);
    return new Key(name.high() & 0xFFFF_FFFF_0000_0000L, 0, 0);
  }

  public boolean contains(String url) {
    return TaskKey.number(TaskKey.sha1(url), level) == number;
  }

  /** What this part is after a split. */
  public HostPart kept() {
    return new HostPart(host, number, level + 1);
  }

  /** What a split takes away. */
  public HostPart given() {
    return new HostPart(host, number | 1 << level, level + 1);
  }

  /** The first part on the way to the page that this one, being of its level, has given away. */
  public HostPart next(String url) {
    int hash = TaskKey.sha1(url).low();
    int rest = (hash ^ number) & (1 << level) - 1;
    int split = Integer.numberOfTrailingZeros(rest) + 1;
    return new HostPart(host, hash & (1 << split) - 1, split);
  }

  /** Names the record of a part's level, whatever the level. */
  public EntryId id() {
    return new EntryId(place().prefixThen(64, TaskKey.sha1(host)), ENTRY_NAME + number);
  }

  /** The record: its rank is the level, which only grows. */
  public Entry entry() {
    return new Entry(id(), level, (number + " " + host).getBytes(StandardCharsets.UTF_8));
  }

  /** The part an entry records, or null if it is no such record. */
  public static @Nullable HostPart of(Entry entry) {
    String text = new String(entry.body(), StandardCharsets.UTF_8);
    int space = text.indexOf(' ');
    if (entry.rank() < 1 || entry.rank() > TaskKey.HIGHEST_LEVEL || space < 1 || space > 9) {
      return null;
    }
    int number;
    try {
      number = Integer.parseInt(text, 0, space, 10);
    } catch (NumberFormatException e) {
      return null;
    }
    if (number < 0 || number >>> entry.rank() != 0) {
      return null;
    }
    HostPart part = new HostPart(text.substring(space + 1), number, entry.rank());
    return part.id().equals(entry.id()) ? part : null;
  }
}
