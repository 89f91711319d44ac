package org.orbweaver.archive.intake;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A WARC file that lies compressed in a WACZ. What comes out is counted, whatever the zip directory
 * says: a zip bomb's directory may lie. Deflate makes a byte of 1,032 at best; text of the web
 * comes to some 20, and what is compressed already to 1. So a part may grow a hundred times, and a
 * small one to {@value #ALWAYS} bytes.
 */
final class DeflatedPart {
  private static final long MOST = 64L << 30;
  private static final long MOST_TIMES = 100;
  private static final long ALWAYS = 16L << 20;

  private final Path wacz;
  private final WaczParts.Entry entry;

  DeflatedPart(Path wacz, WaczParts.Entry entry) {
    this.wacz = wacz;
    this.entry = entry;
  }

  /** Nothing stays of what would be too large. */
  Path unpack(Path target) throws IOException {
    long most = Math.min(MOST, Math.max(ALWAYS, MOST_TIMES * entry.size()));
    if (entry.unpacked() > most) {
      throw tooLarge();
    }
    try (ZipFile zip = new ZipFile(wacz.toFile());
        InputStream in = opened(zip);
        OutputStream out = Files.newOutputStream(target)) {
      byte[] step = new byte[64 << 10];
      long written = 0;
      for (int read = in.read(step); read >= 0; read = in.read(step)) {
        written += read;
        if (written > most) {
          throw tooLarge();
        }
        out.write(step, 0, read);
      }
      return target;
    } catch (EOFException e) { // it says nothing by itself
      Files.deleteIfExists(target);
      throw new IOException(wacz + ": " + entry.name() + " is cut off", e);
    } catch (ZipException e) {
      Files.deleteIfExists(target);
      throw new IOException(wacz + ": " + entry.name() + " is damaged (" + e.getMessage() + ")", e);
    } catch (IOException e) {
      Files.deleteIfExists(target);
      throw e;
    }
  }

  private InputStream opened(ZipFile zip) throws IOException {
    ZipEntry named = zip.getEntry(entry.name());
    if (named == null) {
      throw new ZipException("two directories that differ");
    }
    return zip.getInputStream(named);
  }

  private IOException tooLarge() {
    return new IOException(
        "%s: %s would grow from %,d bytes to more than a hundred times as many: a zip bomb?"
            .formatted(wacz, entry.name(), entry.size()));
  }
}
