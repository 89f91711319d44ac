package org.orbweaver.indexer.torrent;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.orbweaver.wire.bencode.BencodeWriter;

/** Info dictionaries to read, each given by what is odd about it. */
final class Infos {
  static final int PIECE = 16_384;

  private Infos() {}

  /** A v1 torrent of one file. */
  static byte[] single(byte[] name, long size) {
    return dictionary(
        info -> {
          info.string("length").integer(size).string("name").string(name);
          info.string("piece length").integer(PIECE);
          pieces(info, size);
        });
  }

  static byte[] single(String name, long size) {
    return single(name.getBytes(StandardCharsets.UTF_8), size);
  }

  /** A v1 torrent whose files the caller writes; they are {@code size} bytes together. */
  static byte[] folder(long size, Consumer<BencodeWriter> files) {
    return dictionary(
        info -> {
          info.string("files").beginList();
          files.accept(info);
          info.end().string("name").string("folder").string("piece length").integer(PIECE);
          pieces(info, size);
        });
  }

  static void file(BencodeWriter files, long size, String... path) {
    files.beginDictionary().string("length").integer(size).string("path").beginList();
    for (String segment : path) {
      files.string(segment);
    }
    files.end().end();
  }

  static byte[] dictionary(Consumer<BencodeWriter> content) {
    BencodeWriter writer = new BencodeWriter(1_000).beginDictionary();
    content.accept(writer);
    return writer.end().toArray();
  }

  static void pieces(BencodeWriter info, long size) {
    int count = (int) ((size + PIECE - 1) / PIECE);
    info.string("pieces").string(new byte[20 * count]);
  }

  static Torrent accepted(byte[] info) {
    return switch (InfoDictionary.read(info)) {
      case Reading.Accepted(Torrent torrent) -> torrent;
      case Reading.Refused(Refusal reason) -> throw new AssertionError("refused: " + reason);
    };
  }
}
