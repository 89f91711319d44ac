package org.orbweaver.indexer.torrent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.wire.bencode.BencodeKind;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.Bytes;

/**
 * The two ways in which an info dictionary lists its files, read without recursion.
 *
 * <pre>
 *   files (BEP 3)        [ {length, path: [folder, …, name], attr (BEP 47)}, … ]
 *   file tree (BEP 52)   { folder: { name: { "": {length, pieces root, attr} } }, … }
 * </pre>
 */
final class FileLists {
  private static final byte[] LENGTH = "length".getBytes(US_ASCII);
  private static final byte[] PATH = "path".getBytes(US_ASCII);
  private static final byte[] PATH_UTF8 = "path.utf-8".getBytes(US_ASCII);
  private static final byte[] ATTRIBUTES = "attr".getBytes(US_ASCII);
  private static final byte[] ROOT = "pieces root".getBytes(US_ASCII);

  /** BitComet padded files long before BEP 47, and says so only in their names. */
  private static final byte[] BITCOMET_PADDING = "_____padding_file_".getBytes(US_ASCII);

  /** Files, and why the torrent must be refused, if it must. Bencode faults are the reader's. */
  record Outcome(List<RawFile> files, @Nullable Refusal refusal) {}

  private final BencodeReader reader;
  private final List<RawFile> files = new ArrayList<>();
  private @Nullable Refusal refusal;

  // The file being read.
  private long size;
  private boolean padding;
  private @Nullable Sha256 root;

  private FileLists(BencodeReader reader) {
    this.reader = reader;
  }

  static Outcome list(BencodeReader reader) {
    return new FileLists(reader).readList();
  }

  static Outcome tree(BencodeReader reader, byte[] info) {
    return new FileLists(reader).readTree(info);
  }

  private Outcome readList() {
    reader.enterList();
    while (refusal == null && reader.nextItem()) {
      List<Bytes> path = List.of();
      List<Bytes> pathUtf8 = List.of();
      beginFile();
      reader.enterDictionary();
      while (refusal == null && reader.nextKey()) {
        if (reader.stringIs(PATH)) {
          path = path();
        } else if (reader.stringIs(PATH_UTF8)) {
          pathUtf8 = path();
        } else {
          property();
        }
      }
      add(pathUtf8.isEmpty() ? path : pathUtf8);
    }
    return new Outcome(files, refusal);
  }

  private Outcome readTree(byte[] info) {
    List<Bytes> path = new ArrayList<>();
    reader.enterDictionary();
    while (refusal == null && !reader.failed()) {
      if (!reader.nextKey()) {
        if (path.isEmpty()) {
          break;
        }
        path.removeLast();
      } else if (reader.length() > 0) {
        path.add(reader.string());
        reader.enterDictionary();
      } else {
        readLeaf(path, info);
      }
    }
    return new Outcome(files, refusal);
  }

  /** A file, which is a folder whose only entry has no name. */
  private void readLeaf(List<Bytes> path, byte[] info) {
    beginFile();
    reader.enterDictionary();
    while (reader.nextKey()) {
      if (reader.stringIs(ROOT)) {
        if (reader.readString() && reader.length() == Sha256.BYTES) {
          root = Sha256.read(info, reader.start());
        }
      } else {
        property();
      }
    }
    add(List.copyOf(path));
    int next = reader.position();
    boolean alone = reader.failed() || (next < info.length && info[next] == 'e');
    if (!alone || path.isEmpty()) {
      refuse(Refusal.BAD_PATH);
    }
  }

  private void beginFile() {
    size = -1;
    padding = false;
    root = null;
  }

  private void property() {
    if (reader.stringIs(LENGTH)) {
      if (size >= 0) {
        refuse(Refusal.DUPLICATE_KEY);
      }
      size = reader.readInteger() ? reader.integer() : -1;
    } else if (reader.stringIs(ATTRIBUTES) && reader.peek() == BencodeKind.STRING) {
      reader.readString();
      padding = contains(reader.string(), 'p');
    } else {
      reader.skip();
    }
  }

  private List<Bytes> path() {
    if (reader.peek() != BencodeKind.LIST) {
      reader.skip();
      return List.of();
    }
    List<Bytes> path = new ArrayList<>();
    reader.enterList();
    while (reader.nextItem() && path.size() < BencodeReader.MAX_DEPTH) {
      reader.readString();
      path.add(reader.string());
    }
    if (path.size() == BencodeReader.MAX_DEPTH) {
      refuse(Refusal.TOO_DEEP);
    }
    return path;
  }

  private void add(List<Bytes> path) {
    if (reader.failed() || refusal != null) {
      return;
    }
    if (path.isEmpty()) {
      refuse(Refusal.BAD_PATH);
    } else if (size < 0) {
      refuse(Refusal.BAD_SIZE);
    } else if (files.size() == InfoDictionary.MOST_FILES) {
      refuse(Refusal.TOO_LARGE);
    } else {
      files.add(new RawFile(path, size, padding || startsAsPadding(path.getLast()), root));
    }
  }

  private static boolean startsAsPadding(Bytes name) {
    int length = BITCOMET_PADDING.length;
    for (int i = 0; i < length; i++) {
      if (i >= name.length() || name.at(i) != BITCOMET_PADDING[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(Bytes bytes, char letter) {
    for (int i = 0; i < bytes.length(); i++) {
      if (bytes.at(i) == letter) {
        return true;
      }
    }
    return false;
  }

  private void refuse(Refusal reason) {
    if (refusal == null) {
      refusal = reason;
    }
  }
}
