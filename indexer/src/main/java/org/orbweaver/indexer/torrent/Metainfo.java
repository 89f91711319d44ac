package org.orbweaver.indexer.torrent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.List;
import org.orbweaver.wire.bencode.BencodeFault;
import org.orbweaver.wire.bencode.BencodeKind;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;

/**
 * A metainfo file, which everybody calls a {@code .torrent} file: an info dictionary and what is
 * outside its hash. We look for the info dictionary, and write it out again with trackers.
 *
 * <p>A v2 torrent's file also has the piece layers of its large files. Peers hand those out one by
 * one, not as part of BEP 9's metadata, so files we write do not have them; clients fetch them from
 * the swarm, or are better served with the magnet link.
 */
public final class Metainfo {
  /** Piece layers included. */
  public static final int LONGEST = 1 << 26;

  private static final int MOST_VALUES = 8_000_000;
  private static final byte[] INFO = "info".getBytes(US_ASCII);
  private static final byte[] ENCODING = "encoding".getBytes(US_ASCII);

  private Metainfo() {}

  /** Reads a whole {@code .torrent} file. */
  public static Reading read(byte[] file) {
    if (file.length > LONGEST) {
      return new Reading.Refused(Refusal.TOO_LARGE);
    }
    BencodeReader reader = new BencodeReader(BencodeReader.MAX_DEPTH, MOST_VALUES);
    reader.open(file, 0, file.length);
    String encoding = "";
    int from = 0;
    int to = 0;
    reader.enterDictionary();
    while (reader.nextKey()) {
      if (reader.stringIs(INFO)) {
        if (to > 0) {
          return new Reading.Refused(Refusal.DUPLICATE_KEY);
        }
        from = reader.position();
        reader.skip();
        to = reader.position();
      } else if (reader.stringIs(ENCODING) && reader.peek() == BencodeKind.STRING) {
        reader.readString();
        encoding = reader.length() < 40 ? reader.string().text() : "";
      } else {
        reader.skip();
      }
    }
    BencodeFault fault = reader.fault();
    if (fault != null) {
      return new Reading.Refused(InfoDictionary.refusal(fault));
    }
    return to == 0
        ? new Reading.Refused(Refusal.NO_INFO)
        : InfoDictionary.read(Arrays.copyOfRange(file, from, to), encoding);
  }

  /** A {@code .torrent} file with this info dictionary, announcing to these trackers, if any. */
  public static byte[] write(Bytes info, List<String> trackers) {
    BencodeWriter writer = new BencodeWriter(info.length() + 1_000).beginDictionary();
    if (!trackers.isEmpty()) {
      writer.string("announce").string(trackers.getFirst());
      writer.string("announce-list").beginList();
      for (String tracker : trackers) {
        writer.beginList().string(tracker).end();
      }
      writer.end();
    }
    return writer.string("info").raw(info).end().toArray();
  }
}
