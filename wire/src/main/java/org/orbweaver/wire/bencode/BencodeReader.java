package org.orbweaver.wire.bencode;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over bencoded bytes, made to meet hostile input.
 *
 * <pre>{@code
 * reader.open(bytes, 0, length);
 * reader.enterDictionary();
 * while (reader.nextKey()) {
 *   if (reader.stringIs(NAME)) {
 *     reader.readString();
 *   } else {
 *     reader.skip();
 *   }
 * }
 * if (reader.failed()) ...
 * }</pre>
 *
 * <p>After {@link #nextKey} or {@link #nextItem} has said yes, the caller takes exactly one value.
 * Steps that fail answer false; the first fault sticks, so a caller may check once at the end.
 *
 * <p>Strict where a lax parser has two readings (leading zeros, negative zero, wide integers), lax
 * where real clients are: keys may come unsorted or twice. Time and memory are bounded: nothing
 * recurses, every byte is looked at once, depth and number of values have limits.
 *
 * <p>A reader may be opened again and again; it belongs to one thread.
 */
public final class BencodeReader {
  /** The stack of open containers is one bit each in a long. */
  public static final int MAX_DEPTH = 64;

  private static final int MAX_DIGITS = 19;

  private final int depthLimit;
  private final int valueLimit;

  private byte[] bytes = {};
  private int position;
  private int end;
  private int depth;
  private int values;

  /** Bit n: whether the container at depth n + 1 is a dictionary. */
  private long dictionaries;

  private int start;
  private int length;
  private long integer;
  private @Nullable BencodeFault fault;

  /**
   * @param depthLimit how deep containers may nest, at most {@link #MAX_DEPTH}
   * @param valueLimit how many values, keys included, one input may have
   */
  public BencodeReader(int depthLimit, int valueLimit) {
    if (depthLimit < 1 || depthLimit > MAX_DEPTH) {
      throw new IllegalArgumentException("a depth limit is 1 to 64, not " + depthLimit);
    }
    this.depthLimit = depthLimit;
    this.valueLimit = valueLimit;
  }

  /** Starts over at {@code from}; the value may end before {@code to}. */
  public void open(byte[] input, int from, int to) {
    Objects.checkFromToIndex(from, to, input.length);
    bytes = input;
    position = from;
    end = to;
    depth = 0;
    values = 0;
    start = from;
    length = 0;
    fault = null;
  }

  /** What comes next; does not move. */
  public BencodeKind peek() {
    if (fault != null || position == end) {
      return BencodeKind.NONE;
    }
    return switch (bytes[position]) {
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> BencodeKind.STRING;
      case 'i' -> BencodeKind.INTEGER;
      case 'l' -> BencodeKind.LIST;
      case 'd' -> BencodeKind.DICTIONARY;
      default -> BencodeKind.NONE;
    };
  }

  public boolean enterDictionary() {
    return begin(BencodeKind.DICTIONARY) && descend(BencodeKind.DICTIONARY);
  }

  public boolean enterList() {
    return begin(BencodeKind.LIST) && descend(BencodeKind.LIST);
  }

  /**
   * In a dictionary: reads the next key, which {@link #string} then gives. At the dictionary's end
   * leaves it and answers false.
   */
  public boolean nextKey() {
    assert fault != null || (depth > 0 && inDictionary()) : "nextKey is for dictionaries";
    return nextItem() && readString();
  }

  /** In a list: whether there is another item. At the list's end leaves it and answers false. */
  public boolean nextItem() {
    if (fault != null) {
      return false;
    }
    if (position == end) {
      return fail(BencodeFault.TRUNCATED);
    }
    if (bytes[position] != 'e') {
      return true;
    }
    assert depth > 0 : "nothing was entered";
    position++;
    depth--;
    return false;
  }

  /** Reads a string; {@link #string}, {@link #start} and {@link #length} then tell of it. */
  public boolean readString() {
    return begin(BencodeKind.STRING) && scanString();
  }

  private boolean scanString() {
    int at = position;
    long size = 0;
    int digit;
    while (at < end && (digit = bytes[at] - '0') >= 0 && digit <= 9) {
      size = size * 10 + digit;
      if (size > end - at) {
        return fail(BencodeFault.TRUNCATED);
      }
      at++;
    }
    if (at == end) {
      return fail(BencodeFault.TRUNCATED);
    }
    boolean leadingZero = bytes[position] == '0' && at - position > 1;
    if (bytes[at] != ':' || leadingZero) {
      return fail(BencodeFault.BAD_LENGTH);
    }
    at++;
    if (size > end - at) {
      return fail(BencodeFault.TRUNCATED);
    }
    start = at;
    length = (int) size;
    position = at + length;
    return true;
  }

  /** Reads an integer of up to 64 bits; {@link #integer} then gives it. */
  public boolean readInteger() {
    return begin(BencodeKind.INTEGER) && scanInteger();
  }

  private boolean scanInteger() {
    int at = position + 1;
    boolean negative = at < end && bytes[at] == '-';
    if (negative) {
      at++;
    }
    int first = at;
    long value = 0;
    int digit;
    while (at < end && (digit = bytes[at] - '0') >= 0 && digit <= 9) {
      if (at - first == MAX_DIGITS) {
        return fail(BencodeFault.BAD_INTEGER);
      }
      value = value * 10 + digit;
      at++;
    }
    if (at == end) {
      return fail(BencodeFault.TRUNCATED);
    }
    int digits = at - first;
    boolean oddZero = bytes[first] == '0' && (digits > 1 || negative);
    // Nineteen digits overflow into the sign bit at most once, so a negative value tells.
    boolean tooWide = value < 0 && !(negative && value == Long.MIN_VALUE);
    if (bytes[at] != 'e' || digits == 0 || oddZero || tooWide) {
      return fail(BencodeFault.BAD_INTEGER);
    }
    integer = negative ? -value : value;
    position = at + 1;
    return true;
  }

  /** Passes over one value of any kind and checks its whole structure. */
  public boolean skip() {
    int outside = depth;
    do {
      if (depth > outside) {
        if (!nextItem()) {
          continue; // a container has ended, or a fault ends the loop
        }
        if (inDictionary() && !readString()) {
          return false;
        }
      }
      BencodeKind kind = peek();
      boolean taken =
          begin(kind)
              && switch (kind) {
                case STRING -> scanString();
                case INTEGER -> scanInteger();
                case LIST, DICTIONARY -> descend(kind);
                case NONE -> false;
              };
      if (!taken) {
        return false;
      }
    } while (depth > outside && fault == null);
    return fault == null;
  }

  /** The string or key read last. */
  public Bytes string() {
    return Bytes.of(bytes, start, length);
  }

  /** Whether the string or key read last is this one. */
  public boolean stringIs(byte[] expected) {
    return Arrays.equals(bytes, start, start + length, expected, 0, expected.length);
  }

  /** Where the bytes of the string or key read last begin. */
  public int start() {
    return start;
  }

  /** How many bytes the string or key read last has. */
  public int length() {
    return length;
  }

  /** The integer read last. */
  public long integer() {
    return integer;
  }

  /**
   * Where the next value begins. Taken before and after {@link #skip} it gives a value's verbatim
   * bytes, which is what infohashes and signatures are made of.
   */
  public int position() {
    return position;
  }

  public boolean failed() {
    return fault != null;
  }

  /** The first fault, or null if there was none. */
  public @Nullable BencodeFault fault() {
    return fault;
  }

  private boolean descend(BencodeKind container) {
    if (depth == depthLimit) {
      return fail(BencodeFault.TOO_DEEP);
    }
    long bit = 1L << depth;
    boolean dictionary = container == BencodeKind.DICTIONARY;
    dictionaries = dictionary ? dictionaries | bit : dictionaries & ~bit;
    depth++;
    position++;
    return true;
  }

  private boolean inDictionary() {
    return (dictionaries >>> (depth - 1) & 1) != 0;
  }

  /** Every value passes here before it is read. */
  private boolean begin(BencodeKind wanted) {
    BencodeKind kind = peek();
    if (kind == BencodeKind.NONE) {
      return fail(position == end ? BencodeFault.TRUNCATED : BencodeFault.NOT_A_VALUE);
    }
    if (kind != wanted) {
      return fail(BencodeFault.WRONG_KIND);
    }
    return ++values <= valueLimit || fail(BencodeFault.TOO_MANY_VALUES);
  }

  private boolean fail(BencodeFault reason) {
    if (fault == null) {
      fault = reason;
    }
    return false;
  }
}
