package org.orbweaver.fetch.http;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.brotli.dec.BrotliInputStream;

/**
 * A body as its author wrote it, up to a limit: decoding stops there, so a bomb costs no more than
 * a large page. What cannot be decoded ends where the damage is.
 */
public final class ContentDecoding {
  private static final int MOST_LAYERS = 3;

  /** By browsers and readers of archives. */
  private static final Set<String> UNDERSTOOD_BY_ALL =
      Set.of("", "identity", "gzip", "x-gzip", "deflate", "br");

  private static final int STEP = 32 << 10;

  private ContentDecoding() {}

  /**
   * @param limit of decoded bytes
   */
  public static byte[] decode(Response response, int limit) {
    String encoding =
        response.headers().first("Content-Encoding").orElse("").strip().toLowerCase(Locale.ROOT);
    ByteBuffer whole = response.chunked() ? null : response.recording().whole();
    if (whole != null) {
      whole.position(response.headLength());
      if (encoding.isEmpty()) {
        return copy(whole, limit);
      }
      byte[] quick = encoding.equals("gzip") ? GzipBody.decode(whole, limit) : null;
      if (quick != null) {
        return quick;
      }
    }
    String[] layers = encoding.split(",");
    try (InputStream decoded = decoder(response.payload(), layers)) {
      return read(decoded, (int) Math.min(limit, Math.max(STEP, 4 * response.bodySize())), limit);
    } catch (IOException e) {
      return new byte[0];
    }
  }

  /**
   * Whether its body is packed in a way that requests do not offer. It is kept as it came, and its
   * links are read where the packing is known; but who replays it may not be able to unpack it.
   */
  public static boolean isUnasked(Response response) {
    String encoding = response.headers().first("Content-Encoding").orElse("");
    return Stream.of(encoding.toLowerCase(Locale.ROOT).split(","))
        .map(String::strip)
        .anyMatch(layer -> !UNDERSTOOD_BY_ALL.contains(layer));
  }

  private static byte[] copy(ByteBuffer body, int limit) {
    byte[] copy = new byte[Math.min(limit, body.remaining())];
    body.get(copy);
    return copy;
  }

  /** For files that are compressed themselves, as sitemaps often are. */
  public static byte[] gunzip(byte[] zipped, int limit) {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped), STEP)) {
      return read(in, STEP, limit);
    } catch (IOException e) {
      return zipped; // its name lied
    }
  }

  /** The last named encoding was applied last. */
  private static InputStream decoder(InputStream payload, String[] layers) throws IOException {
    if (layers.length > MOST_LAYERS) {
      throw new IOException("encoded " + layers.length + " times");
    }
    InputStream decoded = payload;
    for (int i = layers.length - 1; i >= 0; i--) {
      InputStream packed = new BufferedInputStream(new FirstBytes(decoded), STEP);
      decoded =
          switch (layers[i].strip()) {
            case "gzip", "x-gzip" -> new GZIPInputStream(packed, STEP);
            case "deflate" -> inflated(packed);
            case "br" -> new BrotliInputStream(packed);
            case "zstd" -> new ZstdInputStreamNoFinalizer(packed);
            default -> packed;
          };
    }
    return decoded;
  }

  /**
   * As much as a packed body may have. What one layer unpacks, the next may skip without making
   * anything of it: the file name in a gzip header has no end but its own, and a bomb around such a
   * header would be read for hours, byte by byte.
   */
  private static final class FirstBytes extends BlockStream {
    private static final long MOST = 64L << 20;

    private final InputStream in;
    private long left = MOST;

    FirstBytes(InputStream in) {
      this.in = in;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int read = left == 0 ? -1 : in.read(to, offset, (int) Math.min(length, left));
      left -= Math.max(read, 0);
      return read;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** "deflate" means zlib's format (RFC 9110 §8.4.1.2), but some servers leave its frame out. */
  private static InputStream inflated(InputStream in) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(in, STEP);
    bytes.mark(2);
    int first = bytes.read();
    int second = bytes.read();
    bytes.reset();
    boolean framed = (first & 0x0f) == 8 && second >= 0 && (first << 8 | second) % 31 == 0;
    return new InflaterInputStream(bytes, new Inflater(!framed), STEP);
  }

  private static byte[] read(InputStream in, int expected, int limit) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.min(expected, 1 << 20));
    byte[] step = new byte[STEP];
    try {
      int read;
      while (bytes.size() < limit
          && (read = in.read(step, 0, Math.min(STEP, limit - bytes.size()))) >= 0) {
        bytes.write(step, 0, read);
      }
    } catch (IOException | RuntimeException e) {
      // Damaged or cut short: links before the damage are links all the same. The decoders
      // also throw unchecked exceptions on hostile input.
    }
    return bytes.toByteArray();
  }
}
