package org.orbweaver.archive.compare;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/**
 * Two pictures of one page.
 *
 * @param sideBySide both beside each other, and a third in which what differs is red, as PNG
 */
@SuppressWarnings("ArrayRecordComponent") // on its way to a file
public record PictureDiff(long pixels, long different, byte[] sideBySide) {
  private static final int GAP = 8;
  private static final int RED = 0xffcc0000;
  private static final int GREY = 0xff808080;
  private static final int FADED = 0x3f;

  public static PictureDiff of(byte[] one, byte[] other) throws IOException {
    BufferedImage left = ImageIO.read(new ByteArrayInputStream(one));
    BufferedImage right = ImageIO.read(new ByteArrayInputStream(other));
    int width = Math.max(left.getWidth(), right.getWidth());
    int height = Math.max(left.getHeight(), right.getHeight());
    BufferedImage all = new BufferedImage(3 * width + 2 * GAP, height, BufferedImage.TYPE_INT_RGB);
    long different = 0;
    for (int y = 0; y < height; y++) {
      for (int gap = 0; gap < GAP; gap++) {
        all.setRGB(width + gap, y, GREY);
        all.setRGB(2 * width + GAP + gap, y, GREY);
      }
      for (int x = 0; x < width; x++) {
        int a = pixel(left, x, y);
        int b = pixel(right, x, y);
        all.setRGB(x, y, a);
        all.setRGB(width + GAP + x, y, b);
        all.setRGB(2 * (width + GAP) + x, y, a == b ? faded(a) : RED);
        different += a == b ? 0 : 1;
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(all, "png", out);
    return new PictureDiff((long) width * height, different, out.toByteArray());
  }

  private static int pixel(BufferedImage image, int x, int y) {
    return x < image.getWidth() && y < image.getHeight() ? image.getRGB(x, y) : GREY;
  }

  /** A quarter of it on white. */
  private static int faded(int color) {
    int faded = 0xff;
    for (int shift = 16; shift >= 0; shift -= 8) {
      faded = faded << 8 | 0xc0 + ((color >> shift & 0xff) * FADED / 0xff);
    }
    return faded;
  }
}
