package org.orbweaver.overlay.compress;

import java.util.Arrays;

/**
 * Guesses the next bit of a text from what came before, as Mahoney's lpaq does: from what followed
 * the same one, two, three, four or six bytes, the same beginning of a word, and the last place
 * that looked like this one. A mixer weighs the guesses by how well they have done.
 *
 * <p>All in whole numbers and from tables, so that two machines always guess the same. It takes
 * about two microseconds a byte, which is why it is for links and not for everything.
 */
final class TextModel {
  private static final int ORDERS = 6;
  private static final int MATCH = ORDERS;
  private static final int BIAS = ORDERS + 1;
  private static final int INPUTS = ORDERS + 2;
  private static final int WEIGHT_SETS = 4;
  private static final int SHORTEST_MATCH = 5;
  private static final int MOST_MATCHED = 32;
  private static final int PLACE_BITS = 16;

  /** Sightings after which a context forgets as fast as it learns: links come in bunches. */
  private static final int LIMIT = 20;

  private static final int UNKNOWN = 1 << 31;
  private static final int COUNT = 1023;
  private static final int FIRST_WEIGHT = (1 << 16) * 3 / 10;
  private static final int LEARNING_RATE = 3;

  /** x in 1/256 to 1 / (1 + e^-x) in 1/4096, and back. */
  private static final short[] SQUASH = new short[4096];

  private static final short[] STRETCH = new short[4096];

  /** By how much a context moves towards what it sees for the n-th time, in 1/65536. */
  private static final int[] STEP = new int[LIMIT + 1];

  static {
    int next = 0;
    for (int x = -2047; x <= 2047; x++) {
      int p = (int) (4096 / (1 + StrictMath.exp(-x / 256.0)));
      SQUASH[x + 2048] = (short) p;
      while (next <= p) {
        STRETCH[next++] = (short) x;
      }
    }
    Arrays.fill(STRETCH, next, 4096, (short) 2047);
    Arrays.setAll(STEP, count -> 131_072 / (2 * count + 3));
  }

  /** Of all orders, one table after the other: 22 bits of probability, 10 of count. */
  private final int[] guesses;

  private final int bits;
  private final int[] places = new int[1 << PLACE_BITS];
  private final int[] hashes = new int[ORDERS];
  private final int[] slots = new int[ORDERS];
  private final int[] inputs = new int[INPUTS];
  private int[] weights = new int[WEIGHT_SETS * INPUTS];
  private int[] matchGuesses = new int[MOST_MATCHED + 1];
  private byte[] text = new byte[1 << 12];
  private int length;
  private int partial = 1;
  private int word;
  private int matchAt;
  private int matched;
  private int weightSet;
  private int guess;

  /** What it was at the beginning of every text. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  private record Mark(int length, int word, int[] weights, int[] matchGuesses) {}

  private Mark mark = new Mark(0, 0, weights, matchGuesses);
  private final Changes changes;

  /**
   * @param bits of the number of contexts it tells apart, in each order
   * @param brief whether it is for short texts, whose changes are fewer than what there is
   */
  TextModel(int bits, boolean brief) {
    this.bits = bits;
    guesses = new int[ORDERS << bits];
    Arrays.fill(guesses, UNKNOWN);
    Arrays.fill(matchGuesses, UNKNOWN);
    Arrays.fill(weights, FIRST_WEIGHT);
    changes = brief ? new Changes.Log(guesses, places) : new Changes.Copy(guesses, places);
    look();
  }

  /** Learns this by heart: from here every text begins. */
  void begin(byte[] example) {
    for (byte each : example) {
      for (int bit = 7; bit >= 0; bit--) {
        learn(each >>> bit & 1);
      }
    }
    mark = new Mark(length, word, weights.clone(), matchGuesses.clone());
    changes.begin();
  }

  /** Forgets all that came after the beginning. */
  void rewind() {
    changes.undo();
    weights = mark.weights.clone();
    matchGuesses = mark.matchGuesses.clone();
    length = mark.length;
    word = mark.word;
    partial = 1;
    matched = 0;
    hash();
    look();
  }

  /** The probability that the next bit is a one, in 1/4096; never 0 or 1. */
  int guess() {
    return guess;
  }

  /** This is what it was. */
  void learn(int bit) {
    int error = ((bit << 12) - guess) * LEARNING_RATE;
    int base = weightSet * INPUTS;
    for (int i = 0; i < INPUTS; i++) {
      weights[base + i] += inputs[i] * error + 0x2000 >> 14;
    }
    for (int slot : slots) {
      changes.note(slot, guesses[slot]);
      guesses[slot] = taught(guesses[slot], bit);
    }
    if (matched > 0) {
      boolean right = expectedBit() == bit;
      int slot = Math.min(matched, MOST_MATCHED);
      matchGuesses[slot] = taught(matchGuesses[slot], right ? 1 : 0);
      matched = right ? matched : 0;
    }
    partial = partial << 1 | bit;
    if (partial >= 256) {
      append((byte) partial);
      partial = 1;
    }
    look();
  }

  private static int taught(int known, int bit) {
    int count = known & COUNT;
    int p = known >>> 10;
    int moved = p + (int) ((long) ((bit << 22) - p) * STEP[count] >> 16);
    return Math.clamp(moved, 1, (1 << 22) - 1) << 10 | Math.min(count + 1, LIMIT);
  }

  private void append(byte next) {
    if (length == text.length) {
      text = Arrays.copyOf(text, 2 * length);
    }
    text[length++] = next;
    boolean inWord = next >= '0' && next <= '9' || (next | 32) >= 'a' && (next | 32) <= 'z';
    word = inWord ? (word + next) * 0x2F0B4C47 : 0;
    hash();
    follow();
  }

  private int back(int distance) {
    return distance <= length ? text[length - distance] & 0xFF : 0;
  }

  private void hash() {
    int hash = back(1);
    hashes[0] = hash * 0x3D4D51CB;
    for (int order = 2; order <= 6; order++) {
      hash = (hash + back(order)) * 0x2F0B4C47 + order;
      if (order != 5) {
        hashes[order == 6 ? 4 : order - 1] = hash;
      }
    }
    hashes[5] = (word ^ back(1)) * 0x3D4D51CB + 7;
  }

  /** Goes on with the match, or finds the last place after the same five bytes. */
  private void follow() {
    if (matched > 0) {
      matchAt++;
      matched++;
    }
    int hash = 0;
    for (int i = 1; i <= SHORTEST_MATCH; i++) {
      hash = (hash + back(i)) * 0x2F0B4C47 + i;
    }
    int place = hash >>> Integer.SIZE - PLACE_BITS;
    if (matched == 0) {
      matchAt = places[place];
      while (matched < MOST_MATCHED
          && matched < matchAt
          && text[matchAt - matched - 1] == text[length - matched - 1]) {
        matched++;
      }
    }
    changes.note(guesses.length + place, places[place]);
    places[place] = length;
  }

  /** What the byte after the match says of the next bit; it agrees with those before. */
  private int expectedBit() {
    return text[matchAt] >>> Integer.numberOfLeadingZeros(partial) - 24 & 1;
  }

  private void look() {
    weightSet = matched == 0 ? 0 : matched < 8 ? 1 : matched < 16 ? 2 : 3;
    for (int i = 0; i < ORDERS; i++) {
      int hash = (hashes[i] + partial * 0x9E3779B1) * 0x2C1B3C6D;
      slots[i] = (i << bits) + (hash >>> Integer.SIZE - bits);
      inputs[i] = STRETCH[guesses[slots[i]] >>> 20];
    }
    int strength = matched == 0 ? 0 : STRETCH[matchGuesses[Math.min(matched, MOST_MATCHED)] >>> 20];
    inputs[MATCH] = matched > 0 && expectedBit() == 0 ? -strength : strength;
    inputs[BIAS] = 256;
    long sum = 0;
    for (int i = 0; i < INPUTS; i++) {
      sum += (long) inputs[i] * weights[weightSet * INPUTS + i];
    }
    guess = Math.clamp(SQUASH[Math.clamp(sum >> 16, -2047, 2047) + 2048], 1, 4095);
  }
}
