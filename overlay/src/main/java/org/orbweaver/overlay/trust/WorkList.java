package org.orbweaver.overlay.trust;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.trust.VouchedCapture;
import org.orbweaver.trust.WorkTree;

/**
 * The captures of a period, or a part of them, as they are written down for those who check them.
 *
 * <pre>
 *   each: | task: key 20, name 8 | address 32 | payload 32 | links 32 | extractor 4 | time 8 |
 * </pre>
 */
record WorkList(List<Item> items) {
  private static final int HASH = 32;
  private static final int ITEM = 28 + 3 * HASH + 12;

  /** Of a busy peer's day; what is beyond earns nothing. */
  static final int MOST = 1 << 16;

  /** A capture, and the task whose record tells what came of it. */
  record Item(EntryId task, VouchedCapture capture) {
    byte[] bytes() {
      ByteBuffer out = ByteBuffer.allocate(ITEM);
      write(out);
      return out.array();
    }

    private void write(ByteBuffer out) {
      out.put(task.key().toBytes()).putLong(task.name());
      out.put(capture.url()).put(capture.payload()).put(capture.links());
      out.putInt(capture.extractor()).putLong(capture.time());
    }

    private static Item read(ByteBuffer in) {
      byte[] key = WorkList.bytes(in, Key.BYTES);
      EntryId task = new EntryId(Key.read(key, 0), in.getLong());
      return new Item(
          task,
          new VouchedCapture(
              WorkList.bytes(in, HASH),
              WorkList.bytes(in, HASH),
              WorkList.bytes(in, HASH),
              in.getInt(),
              in.getLong()));
    }
  }

  WorkList {
    items = List.copyOf(items);
  }

  WorkTree tree() {
    return new WorkTree(items.stream().map(Item::capture).toList());
  }

  byte[] bytes() {
    ByteBuffer out = ByteBuffer.allocate(ITEM * items.size());
    items.forEach(each -> each.write(out));
    return out.array();
  }

  /** The same in parts, each of which can be read and checked without the others. */
  List<WorkList> parts() {
    List<WorkList> parts = new ArrayList<>();
    for (int from = 0; from < items.size(); from += WorkTree.PART) {
      parts.add(new WorkList(items.subList(from, Math.min(items.size(), from + WorkTree.PART))));
    }
    return parts;
  }

  /** As many as are whole. */
  static List<Item> items(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    List<Item> items = new ArrayList<>();
    while (in.remaining() >= ITEM && items.size() < MOST) {
      items.add(Item.read(in));
    }
    return items;
  }

  /** Null if they are not exactly so many. */
  static @Nullable WorkList read(byte[] bytes, int count) {
    return bytes.length == ITEM * count && count <= MOST ? new WorkList(items(bytes)) : null;
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
