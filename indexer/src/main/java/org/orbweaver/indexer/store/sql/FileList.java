package org.orbweaver.indexer.store.sql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.orbweaver.indexer.store.ListedFile;

/**
 * A torrent's files as one small blob. A row per file would be what fills bitmagnet's disks (its
 * users count 94 GB of file rows, 36 of them one key); here it is all of a torrent's files or none,
 * which is how they are shown.
 *
 * <pre>
 *   | 1 | raw deflate, with a dictionary of what file names are made of |
 *         └ count · count × length · count × (shared with the one before · rest's size) · all rests
 * </pre>
 *
 * Numbers are LEB128; paths are UTF-8 and share their beginning with the path before. JDK's deflate
 * and not zstd: with the dictionary it leaves the index far below its limit (docs/performance.md)
 * and needs no native library.
 */
final class FileList {
  private static final byte VERSION = 1;

  /** No honest list is longer; a hostile one must not fill the memory of who looks at it. */
  private static final int LONGEST = 64 << 20;

  /** The most frequent last: deflate reaches the end of its dictionary with the shortest codes. */
  private static final byte[] DICTIONARY =
      ("Bonus/Extras/Featurettes/Scans/Artwork/Documentation/data/bin/lib/src/include/setup.exe"
              + " readme.txt README.md license.txt keygen crack Thumbs.db desktop.ini .DS_Store .iso"
              + " .bin .cue .dll .dat .pak .zip .7z .r00 .r01 .part01.rar .rar .sfv .md5 .torrent"
              + " .epub .mobi .azw3 .cbr .cbz .djvu .pdf .wav .ape .aac .ogg .m4b .m4a .log .m3u"
              + " .cue/folder.jpg/cover.jpg/Cover.png/front.jpg/back.jpg/01 - /02 - /03 - /04 - (feat."
              + " ) [Remastered] (Live) [FLAC 24bit] [320kbps] CD1/CD2/Disc 1/Disc 2/01. 02. 03. .flac"
              + " .mp3 .wmv .mpg .mov .webm .ts .m2ts .vob .ifo .bup VIDEO_TS/VTS_01_1.VOB"
              + " BDMV/STREAM/ .url www. .com .org .net - [Judas] [SubsPlease] (1080p) [HorribleSubs]"
              + " 第 集 话 季 .idx .sub .ass Subs/2_English.srt/English.srt/Spanish French German Italian"
              + " Portuguese Sample/sample.mkv Proof/ poster.jpg screens/ .nfo .txt .png .jpeg .jpg"
              + " .srt .avi .mp4"
              + " HDTV.x264-.BRRip.XviD-.DVDRip.XviD-.480p.720p.BluRay.x264-.1080p.BluRay.x265.10bit."
              + "2160p.UHD.HDR.HEVC.DDP5.1.Atmos.AMZN.NF.WEB-DL.DD5.1.H.264-.1080p.WEB.h264-Season"
              + " 1/Season 2/Season 01/Season 02/ Episode .S03E.S02E.S01E01.S01E02.S01E.mkv")
          .getBytes(StandardCharsets.UTF_8);

  private FileList() {}

  static byte[] encode(List<ListedFile> files) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    Leb128.write(plain, files.size());
    files.forEach(file -> Leb128.write(plain, file.length()));
    ByteArrayOutputStream rests = new ByteArrayOutputStream();
    byte[] before = {};
    for (ListedFile file : files) {
      byte[] path = file.path().getBytes(StandardCharsets.UTF_8);
      int shared = shared(before, path);
      Leb128.write(plain, shared);
      Leb128.write(plain, path.length - shared);
      rests.write(path, shared, path.length - shared);
      before = path;
    }
    plain.writeBytes(rests.toByteArray());
    return deflate(plain.toByteArray());
  }

  static List<ListedFile> decode(byte[] blob) {
    byte[] plain = inflate(blob);
    Leb128.Reader reader = new Leb128.Reader(plain);
    int count = Math.toIntExact(reader.next());
    long[] lengths = new long[count];
    for (int i = 0; i < count; i++) {
      lengths[i] = reader.next();
    }
    int[] shared = new int[count];
    int[] rest = new int[count];
    for (int i = 0; i < count; i++) {
      shared[i] = Math.toIntExact(reader.next());
      rest[i] = Math.toIntExact(reader.next());
    }
    List<ListedFile> files = new ArrayList<>(count);
    byte[] path = {};
    int at = reader.at();
    for (int i = 0; i < count; i++) {
      byte[] next = java.util.Arrays.copyOf(path, shared[i] + rest[i]);
      System.arraycopy(plain, at, next, shared[i], rest[i]);
      at += rest[i];
      path = next;
      files.add(new ListedFile(new String(path, StandardCharsets.UTF_8), lengths[i]));
    }
    return files;
  }

  private static int shared(byte[] before, byte[] path) {
    int mismatch = java.util.Arrays.mismatch(before, path);
    return mismatch < 0 ? path.length : mismatch;
  }

  private static byte[] deflate(byte[] plain) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setDictionary(DICTIONARY);
      deflater.setInput(plain);
      deflater.finish();
      ByteArrayOutputStream blob = new ByteArrayOutputStream(plain.length / 2 + 16);
      blob.write(VERSION);
      byte[] buffer = new byte[4096];
      while (!deflater.finished()) {
        blob.write(buffer, 0, deflater.deflate(buffer));
      }
      return blob.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static byte[] inflate(byte[] blob) {
    if (blob.length == 0 || blob[0] != VERSION) {
      throw new IllegalStateException("a file list was written by a newer Orbweaver");
    }
    Inflater inflater = new Inflater(true);
    try {
      inflater.setDictionary(DICTIONARY);
      inflater.setInput(blob, 1, blob.length - 1);
      ByteArrayOutputStream plain = new ByteArrayOutputStream(blob.length * 4);
      byte[] buffer = new byte[8192];
      while (!inflater.finished()) {
        int length = inflater.inflate(buffer);
        if ((length == 0 && inflater.needsInput()) || plain.size() + length > LONGEST) {
          throw new IllegalStateException("a file list is damaged");
        }
        plain.write(buffer, 0, length);
      }
      return plain.toByteArray();
    } catch (DataFormatException e) {
      throw new IllegalStateException("a file list is damaged", e);
    } finally {
      inflater.end();
    }
  }
}
