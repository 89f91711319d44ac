package org.orbweaver.overlay.compress;

import java.util.Arrays;

/**
 * Packs texts by the guesses of a {@link TextModel}: a bit that was expected costs next to nothing
 * (arithmetic coding). Sender and receiver begin with the same example of links in mind, which is
 * part of the protocol; so each message stands for itself, and a lost one harms no other.
 *
 * <p>A model keeps its tables, so there is one pair of a thread. Who unpacks says how long the text
 * may be: the work is bounded by that, not by what the sender sent.
 */
public final class TextCoder {
  private static final int SHORT_TEXT = 8 << 10;
  private static final int SHORT_BITS = 16;
  private static final int LONG_BITS = 18;

  private static final ThreadLocal<TextCoder> OF_THREAD = ThreadLocal.withInitial(TextCoder::new);

  private final TextModel brief = ready(new TextModel(SHORT_BITS, true));
  private final TextModel lengthy = ready(new TextModel(LONG_BITS, false));

  private TextCoder() {}

  public static TextCoder ofThread() {
    return OF_THREAD.get();
  }

  private static TextModel ready(TextModel model) {
    model.begin(ExampleLinks.message());
    return model;
  }

  private TextModel model(int length) {
    TextModel model = length <= SHORT_TEXT ? brief : lengthy;
    model.rewind();
    return model;
  }

  /** The same in fewer bytes, as a rule. */
  public byte[] pack(byte[] plain) {
    TextModel model = model(plain.length);
    byte[] out = new byte[plain.length / 2 + 16];
    int length = 0;
    int low = 0;
    int high = -1;
    for (byte each : plain) {
      for (int bit = 7; bit >= 0; bit--) {
        int middle = middle(low, high, model.guess());
        if ((each >>> bit & 1) == 1) {
          high = middle;
        } else {
          low = middle + 1;
        }
        model.learn(each >>> bit & 1);
        while ((low ^ high) >>> 24 == 0) {
          if (length + 4 >= out.length) {
            out = Arrays.copyOf(out, 2 * out.length);
          }
          out[length++] = (byte) (high >>> 24);
          low <<= 8;
          high = high << 8 | 255;
        }
      }
    }
    if (low != 0) {
      out[length++] = (byte) ((low >>> 24) + 1); // a number in between, if zeros follow
    }
    return Arrays.copyOf(out, length);
  }

  /** A text of that length; any bytes unpack to some text. */
  public byte[] unpack(byte[] packed, int from, int length) {
    TextModel model = model(length);
    byte[] plain = new byte[length];
    int at = from;
    int low = 0;
    int high = -1;
    int code = 0;
    for (int i = 0; i < 4; i++) {
      code = code << 8 | (at < packed.length ? packed[at++] & 0xFF : 0);
    }
    for (int i = 0; i < length; i++) {
      int next = 1;
      while (next < 256) {
        int middle = middle(low, high, model.guess());
        int bit = Integer.compareUnsigned(code, middle) <= 0 ? 1 : 0;
        if (bit == 1) {
          high = middle;
        } else {
          low = middle + 1;
        }
        model.learn(bit);
        next = next << 1 | bit;
        while ((low ^ high) >>> 24 == 0) {
          low <<= 8;
          high = high << 8 | 255;
          code = code << 8 | (at < packed.length ? packed[at++] & 0xFF : 0);
        }
      }
      plain[i] = (byte) next;
    }
    return plain;
  }

  /** Parts the range between the two, unsigned, in proportion to the guess. */
  private static int middle(int low, int high, int guess) {
    long range = (high & 0xFFFF_FFFFL) - (low & 0xFFFF_FFFFL);
    return low + (int) (range * guess >>> 12);
  }
}
