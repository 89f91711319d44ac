package org.orbweaver.sim.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.orbweaver.sim.world.Mix;

/**
 * Bodies of pages and images, quickly. A page's text is put together from paragraphs that are
 * compressed once, as deflate blocks which may stand anywhere: so even a gzipped page costs the
 * server little beside what it costs a visitor.
 */
final class WebText {
  private static final int PARAGRAPHS = 512;
  private static final int PAGE_BYTES = 12_000;
  private static final int IMAGE_BYTES = 32_000;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
  private static final byte[] LAST_BLOCK = {3, 0};

  private final byte[][] plain = new byte[PARAGRAPHS][];
  private final byte[][] deflated = new byte[PARAGRAPHS][];
  private final byte[] noise = new byte[4 * IMAGE_BYTES];
  private final long seed;

  WebText(long seed) {
    this.seed = Mix.seedFor(seed, "text");
    for (int i = 0; i < PARAGRAPHS; i++) {
      plain[i] = paragraph(i).getBytes(StandardCharsets.US_ASCII);
      deflated[i] = deflate(plain[i], plain[i].length, Deflater.DEFAULT_COMPRESSION);
    }
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) Mix.hash(this.seed, i);
    }
  }

  private String paragraph(int number) {
    StringBuilder text = new StringBuilder("<p>");
    for (int i = 0; text.length() < 900; i++) {
      // Few words often, many seldom: compresses to about a quarter, as real pages do.
      double rank = Math.pow(Mix.unit(Mix.hash(seed, number, i)), 3);
      text.append(word((int) (rank * 3000))).append(' ');
    }
    return text.append("</p>\n").toString();
  }

  private static String word(int number) {
    String letters = "etaoinshrdlu";
    StringBuilder word = new StringBuilder();
    long mixed = Mix.mix(number + 7L);
    for (int i = 0; i < 3 + number % 7; i++) {
      word.append(letters.charAt((int) (mixed >>> (4 * i) & 15) % letters.length()));
    }
    return word.toString();
  }

  /** Ends on a byte boundary and refers to nothing before it. */
  private static byte[] deflate(byte[] bytes, int length, int level) {
    Deflater deflater = new Deflater(level, true);
    deflater.setInput(bytes, 0, length);
    byte[] out = new byte[2 * length + 64];
    int made = deflater.deflate(out, 0, out.length, Deflater.FULL_FLUSH);
    deflater.end();
    return java.util.Arrays.copyOf(out, made);
  }

  /** A body that starts with this and goes on with text. */
  byte[] page(String start, long key, boolean gzip) {
    byte[] head = start.getBytes(StandardCharsets.US_ASCII);
    int wanted = (PAGE_BYTES - head.length) / 910;
    ByteArrayOutputStream body = new ByteArrayOutputStream(gzip ? 5_000 : 14_000);
    CRC32 crc = new CRC32();
    if (gzip) {
      body.writeBytes(GZIP);
      body.writeBytes(deflate(head, head.length, Deflater.BEST_SPEED));
      crc.update(head);
    } else {
      body.writeBytes(head);
    }
    int length = head.length;
    for (int i = 0; i < wanted; i++) {
      int number = Mix.below(Mix.hash(seed, key, i), PARAGRAPHS);
      body.writeBytes(gzip ? deflated[number] : plain[number]);
      length += plain[number].length;
      if (gzip) {
        crc.update(plain[number]);
      }
    }
    if (gzip) {
      body.writeBytes(LAST_BLOCK);
      little(body, crc.getValue());
      little(body, length);
    }
    return body.toByteArray();
  }

  private static void little(ByteArrayOutputStream out, long value) {
    for (int i = 0; i < 4; i++) {
      out.write((int) (value >> (8 * i)));
    }
  }

  byte[] image(long key) {
    int start = Mix.below(Mix.hash(seed, key), noise.length - IMAGE_BYTES);
    byte[] image = java.util.Arrays.copyOfRange(noise, start, start + IMAGE_BYTES);
    System.arraycopy(("PNG " + key + " ").getBytes(StandardCharsets.US_ASCII), 0, image, 0, 5);
    for (int i = 0; i < 8; i++) {
      image[8 + i] = (byte) (key >> (8 * i));
    }
    return image;
  }
}
