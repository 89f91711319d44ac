package org.orbweaver.fetch.http;

/**
 * Follows chunked framing byte by byte, so that a recorder knows where a body ends and a reader
 * which bytes are content.
 *
 * <pre>
 *   size[;extension]CRLF content CRLF … 0CRLF [trailer CRLF]… CRLF
 * </pre>
 */
final class ChunkFraming {
  private enum Part {
    SIZE,
    EXTENSION,
    CONTENT,
    AFTER_CONTENT,
    TRAILER,
    END,
    BROKEN
  }

  /** A chunk's size line, or all trailers, may be this long: more is an attack. */
  private static final int LONGEST_LINES = 16 << 10;

  private Part part = Part.SIZE;
  private long left;
  private int digits;
  private int lineBytes;
  private boolean emptyLine = true;

  /** Takes the next byte; true if it is content. */
  boolean next(byte value) {
    switch (part) {
      case CONTENT -> {
        if (--left == 0) {
          part = Part.AFTER_CONTENT;
        }
        return true;
      }
      case SIZE -> size(value);
      case EXTENSION -> {
        if (value == '\n') {
          sizeEnds();
        }
        guardLines();
      }
      case AFTER_CONTENT -> {
        if (value == '\n') {
          startSize();
        } else if (value != '\r') {
          part = Part.BROKEN;
        }
      }
      case TRAILER -> trailer(value);
      case END, BROKEN -> {}
    }
    return false;
  }

  /** How many of the next bytes are content for sure: they may be passed on at once. */
  long contentAhead() {
    return part == Part.CONTENT ? left : 0;
  }

  void skipContent(long count) {
    left -= count;
    if (left == 0) {
      part = Part.AFTER_CONTENT;
    }
  }

  private void size(byte value) {
    int digit = Character.digit(value, 16);
    if (digit >= 0 && digits < 15) {
      left = left << 4 | digit;
      digits++;
    } else if (digits == 0) {
      part = Part.BROKEN;
    } else if (value == '\n') {
      sizeEnds();
    } else {
      part =
          value == ';' || value == ' ' || value == '\t' || value == '\r'
              ? Part.EXTENSION
              : Part.BROKEN;
    }
  }

  private void sizeEnds() {
    part = left == 0 ? Part.TRAILER : Part.CONTENT;
    emptyLine = true;
  }

  private void startSize() {
    part = Part.SIZE;
    left = 0;
    digits = 0;
    lineBytes = 0;
  }

  private void trailer(byte value) {
    if (value == '\n') {
      part = emptyLine ? Part.END : Part.TRAILER;
      emptyLine = true;
    } else if (value != '\r') {
      emptyLine = false;
    }
    guardLines();
  }

  private void guardLines() {
    if (++lineBytes > LONGEST_LINES) {
      part = Part.BROKEN;
    }
  }

  boolean ended() {
    return part == Part.END;
  }

  boolean broken() {
    return part == Part.BROKEN;
  }
}
