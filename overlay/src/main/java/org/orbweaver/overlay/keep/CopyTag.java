package org.orbweaver.overlay.keep;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * Shows that somebody had all bytes of a copy at hand after a nonce was drawn: HMAC-SHA256 under
 * the nonce, over name and bytes, cut to {@value #BYTES} bytes. Who keeps a tag instead of the copy
 * keeps one of 2¹²⁸.
 */
public final class CopyTag {
  public static final int BYTES = 16;
  public static final int NONCE_BYTES = 16;

  /** In place of the tag of what is not there. */
  private static final byte[] NONE = new byte[BYTES];

  private static final byte DECLINED = -1;

  private static final String ALGORITHM = "HmacSHA256";

  private CopyTag() {}

  /**
   * The tags of several copies.
   *
   * @param tags of all, one after the other
   * @param damaged names behind which nothing sound was found
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  public record Tags(byte[] tags, List<EntryId> damaged) {}

  /** Reads copies back and makes their tags; to be done beside the peer's thread. */
  public static Tags of(Disk disk, byte[] nonce, List<EntryId> ids) {
    byte[] tags = new byte[BYTES * ids.size()];
    List<EntryId> damaged = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      Entry entry = read(disk, ids.get(i), damaged);
      if (entry != null) {
        System.arraycopy(of(nonce, entry), 0, tags, BYTES * i, BYTES);
      }
    }
    return new Tags(tags, damaged);
  }

  private static @Nullable Entry read(Disk disk, EntryId id, List<EntryId> damaged) {
    try {
      Entry entry = disk.readBack(id);
      if (entry != null && EntryKind.isSound(entry)) {
        return entry;
      }
      damaged.add(id);
      return null;
    } catch (IllegalStateException e) {
      return null; // not readable just now
    }
  }

  static byte[] of(byte[] nonce, Entry entry) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(nonce, ALGORITHM));
      mac.update(entry.id().key().toBytes());
      mac.update(ByteBuffer.allocate(Long.BYTES).putLong(entry.id().name()).flip());
      return Arrays.copyOf(mac.doFinal(entry.body()), BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
    }
  }

  /** Says in place of a tag that there is none, because its holder's operator wants it so. */
  public static void decline(byte[] tags, int index) {
    Arrays.fill(tags, BYTES * index, BYTES * (index + 1), DECLINED);
  }

  /** Whether that is said there; by chance of one in 2¹²⁸ tags. */
  public static boolean isDeclined(byte[] tags, int index) {
    for (int i = BYTES * index; i < BYTES * (index + 1); i++) {
      if (tags[i] != DECLINED) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is a tag at that place. */
  public static boolean isThere(byte[] tags, int index) {
    return !Arrays.equals(tags, BYTES * index, BYTES * (index + 1), NONE, 0, BYTES);
  }

  /** Whether both have one at their places, and the same. */
  public static boolean agree(byte[] one, int place, byte[] other, int index) {
    return isThere(one, place)
        && Arrays.equals(
            one, BYTES * place, BYTES * (place + 1), other, BYTES * index, BYTES * (index + 1));
  }
}
