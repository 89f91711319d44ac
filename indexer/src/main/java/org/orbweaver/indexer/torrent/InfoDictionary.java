package org.orbweaver.indexer.torrent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.wire.bencode.BencodeFault;
import org.orbweaver.wire.bencode.BencodeKind;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.Bytes;

/**
 * Reads one info dictionary: BEP 3's single file or list of files, BEP 52's file tree, or a hybrid
 * of both.
 *
 * <p>Strict about what makes two readers see two torrents (a key given twice, halves that differ,
 * sizes that the number of pieces belies), lax about what nobody needs: an optional key of the
 * wrong type counts as absent, an unknown one is passed over. A claimed size costs nothing here:
 * memory follows the bytes that came, at most {@value #LONGEST}.
 */
public final class InfoDictionary {
  /** The largest seen in the wild are some 10 MB: hundreds of thousands of pieces or files. */
  public static final int LONGEST = 1 << 24;

  static final int MOST_FILES = 200_000;
  private static final int MOST_VALUES = 4_000_000;

  /** One less than the reader can do: inside a {@code .torrent} file all is one level deeper. */
  private static final int DEEPEST = BencodeReader.MAX_DEPTH - 1;

  private static final byte[] META_VERSION = "meta version".getBytes(US_ASCII);
  private static final byte[] FILE_TREE = "file tree".getBytes(US_ASCII);
  private static final byte[] FILES = "files".getBytes(US_ASCII);
  private static final byte[] LENGTH = "length".getBytes(US_ASCII);
  private static final byte[] NAME = "name".getBytes(US_ASCII);
  private static final byte[] NAME_UTF8 = "name.utf-8".getBytes(US_ASCII);
  private static final byte[] PIECE_LENGTH = "piece length".getBytes(US_ASCII);
  private static final byte[] PIECES = "pieces".getBytes(US_ASCII);
  private static final byte[] PRIVATE = "private".getBytes(US_ASCII);

  private static final int PIECE_HASH = 20;

  private final byte[] info;
  private final BencodeReader reader = new BencodeReader(DEEPEST, MOST_VALUES);

  private long version = 1;
  private long pieceLength = -1;
  private long isPrivate;
  private int pieces = -1;
  private long length = -1;
  private @Nullable Bytes name;
  private @Nullable Bytes nameUtf8;
  private @Nullable List<RawFile> list;
  private @Nullable List<RawFile> tree;
  private @Nullable Refusal refusal;

  private InfoDictionary(byte[] info) {
    this.info = info;
  }

  /** Reads an info dictionary, which the caller must not change any more. */
  public static Reading read(byte[] info) {
    return read(info, "");
  }

  /**
   * @param encoding the character set that a {@code .torrent} file names for strings which are not
   *     UTF-8; empty if none
   */
  static Reading read(byte[] info, String encoding) {
    if (info.length > LONGEST) {
      return new Reading.Refused(Refusal.TOO_LARGE);
    }
    InfoDictionary dictionary = new InfoDictionary(info);
    dictionary.scan();
    Torrent torrent = dictionary.refusal == null ? dictionary.torrent(encoding) : null;
    if (torrent != null) {
      return new Reading.Accepted(torrent);
    }
    Refusal reason = dictionary.refusal;
    return new Reading.Refused(reason == null ? Refusal.NOT_BENCODING : reason);
  }

  private void scan() {
    reader.open(info, 0, info.length);
    reader.enterDictionary();
    while (refusal == null && reader.nextKey()) {
      if (reader.stringIs(NAME)) {
        name = text(name);
      } else if (reader.stringIs(NAME_UTF8)) {
        nameUtf8 = text(nameUtf8);
      } else if (reader.stringIs(PIECES)) {
        pieces = pieces < 0 ? pieces() : refuse(Refusal.DUPLICATE_KEY);
      } else if (reader.stringIs(PIECE_LENGTH)) {
        pieceLength = number(pieceLength);
      } else if (reader.stringIs(LENGTH)) {
        length = number(length);
      } else if (reader.stringIs(FILES)) {
        list = files(list, FileLists.list(reader));
      } else if (reader.stringIs(FILE_TREE)) {
        tree = files(tree, FileLists.tree(reader, info));
      } else if (reader.stringIs(PRIVATE)) {
        isPrivate = optionalNumber(isPrivate);
      } else if (reader.stringIs(META_VERSION)) {
        version = optionalNumber(version);
      } else {
        reader.skip();
      }
    }
    BencodeFault fault = reader.fault();
    if (fault != null && refusal == null) {
      refuse(refusal(fault));
    } else if (reader.position() < info.length) {
      refuse(Refusal.TRAILING_BYTES);
    }
  }

  private @Nullable Torrent torrent(String encoding) {
    boolean v2 = tree != null && version == 2;
    boolean v1 = pieces >= 0;
    Bytes rawName = nameUtf8 != null && !nameUtf8.isEmpty() ? nameUtf8 : name;
    if (rawName == null) {
      return refused(Refusal.NO_NAME);
    }
    if (version > 2) {
      return refused(Refusal.UNKNOWN_VERSION);
    }
    if (pieceLength <= 0 || pieceLength > Integer.MAX_VALUE) {
      return refused(Refusal.BAD_PIECE_LENGTH);
    }
    List<RawFile> listed = list != null ? list : single(rawName);
    if (v1 && !fits(listed)) {
      return refused(Refusal.PIECES_DISAGREE);
    }
    List<RawFile> raw = v2 ? tree : listed;
    if (raw == null || (!v1 && !v2)) {
      return refused(Refusal.NO_FILES);
    }
    TorrentNames names = TorrentNames.of(rawName, raw, encoding);
    List<FileEntry> files = entries(raw, names);
    if (files.isEmpty()) {
      return refused(Refusal.NO_FILES);
    }
    if (v1 && v2 && !sameFiles(files, entries(listed, names))) {
      return refused(Refusal.HALVES_DISAGREE);
    }
    long size = total(files);
    if (size < 0) {
      return refused(Refusal.BAD_SIZE);
    }
    Sha256 sha256 = v2 ? Sha256.of(info) : null;
    return new Torrent(
        v1 || sha256 == null ? Sha1.of(info) : sha256.truncated(),
        sha256,
        !v2 ? TorrentForm.V1 : v1 ? TorrentForm.HYBRID : TorrentForm.V2,
        names.name(rawName),
        files,
        size,
        (int) pieceLength,
        isPrivate == 1,
        Bytes.of(info));
  }

  private List<RawFile> single(Bytes rawName) {
    return length < 0 ? List.of() : List.of(new RawFile(List.of(rawName), length, false, null));
  }

  /** Whether there are as many piece hashes as the files, padding included, have pieces. */
  private boolean fits(List<RawFile> files) {
    long bytes = 0;
    for (RawFile file : files) {
      bytes += file.size();
      if (bytes < 0) {
        return false;
      }
    }
    long expected = bytes / pieceLength + (bytes % pieceLength == 0 ? 0 : 1);
    return expected == pieces;
  }

  private static List<FileEntry> entries(List<RawFile> raw, TorrentNames names) {
    List<FileEntry> entries = new ArrayList<>(raw.size());
    for (RawFile file : raw) {
      if (!file.padding()) {
        entries.add(new FileEntry(names.path(file.path()), file.size(), file.root()));
      }
    }
    return entries;
  }

  private static boolean sameFiles(List<FileEntry> v2, List<FileEntry> v1) {
    if (v1.size() != v2.size()) {
      return false;
    }
    for (int i = 0; i < v1.size(); i++) {
      FileEntry one = v1.get(i);
      FileEntry other = v2.get(i);
      if (one.size() != other.size() || !one.path().equals(other.path())) {
        return false;
      }
    }
    return true;
  }

  /** The size of all files, or negative if it does not fit. */
  private static long total(List<FileEntry> files) {
    long total = 0;
    for (FileEntry file : files) {
      total += file.size();
      if (total < 0) {
        return -1;
      }
    }
    return total;
  }

  private Bytes text(@Nullable Bytes before) {
    once(before == null);
    return reader.readString() ? reader.string() : Bytes.EMPTY;
  }

  private int pieces() {
    if (!reader.readString()) {
      return -1;
    }
    return reader.length() % PIECE_HASH == 0
        ? reader.length() / PIECE_HASH
        : refuse(Refusal.PIECES_DISAGREE);
  }

  private long number(long before) {
    once(before < 0);
    if (!reader.readInteger()) {
      return -1;
    }
    return reader.integer() >= 0 ? reader.integer() : refuse(Refusal.BAD_SIZE);
  }

  private long optionalNumber(long otherwise) {
    if (reader.peek() != BencodeKind.INTEGER) {
      reader.skip();
      return otherwise;
    }
    return reader.readInteger() ? reader.integer() : otherwise;
  }

  private List<RawFile> files(@Nullable List<RawFile> before, FileLists.Outcome outcome) {
    once(before == null);
    if (outcome.refusal() != null) {
      refuse(outcome.refusal());
    }
    return outcome.files();
  }

  private void once(boolean first) {
    if (!first) {
      refuse(Refusal.DUPLICATE_KEY);
    }
  }

  private @Nullable Torrent refused(Refusal reason) {
    refuse(reason);
    return null;
  }

  private int refuse(Refusal reason) {
    if (refusal == null) {
      refusal = reason;
    }
    return -1;
  }

  static Refusal refusal(BencodeFault fault) {
    return switch (fault) {
      case TRUNCATED, NOT_A_VALUE, BAD_LENGTH, BAD_INTEGER -> Refusal.NOT_BENCODING;
      case WRONG_KIND -> Refusal.WRONG_TYPE;
      case TOO_DEEP -> Refusal.TOO_DEEP;
      case TOO_MANY_VALUES -> Refusal.TOO_LARGE;
    };
  }
}
