package org.orbweaver.census.journal;

import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Packs events into blocks. Numbers are written in groups of seven bits, the lowest first, the top
 * bit set in all but the last; times as milliseconds since the event before.
 *
 * <pre>
 *   bootstrapped    1 | time | contact
 *   asked           2 | how many in a row
 *   nothing to ask  3
 *   asked again     4 | questions since that one
 *   answered        5 | questions since that one | asked node | time | round trip, µs | version: 4
 *                     | how many listed | for each: its number + 1, or 0 and the contact
 *   failed          6 | questions since that one | asked node | error
 *   unsendable      7 | time | contact
 *   grew            8 | six numbers
 *
 *   contact         ID: 20 | 4 or 6 | address: 4 or 16 | port: 2
 * </pre>
 *
 * The strategy knows whom it asked; that it is written down all the same shows when a journal is
 * read into another version's strategy, which asks others.
 *
 * <p>A block goes out when it is full or a second old, always at the end of an event.
 */
public final class JournalWriter implements CrawlJournal {
  private static final int BLOCK = 1 << 16;

  /** What the longest event takes: an answer that lists 256 unknown IPv6 nodes. */
  private static final int LONGEST_EVENT = 12_000;

  private static final long KEPT_BACK = 1_000_000_000L;

  private final KnownNodes nodes;
  private final BlockSink sink;
  private final byte[] block = new byte[BLOCK + LONGEST_EVENT];
  private int length;
  private int askedInARow;
  private long questions;
  private long lastMillis;
  private long sinceWhen;

  /**
   * @param nodes of the crawl
   * @param start the time of the last event before, or of the crawl's start
   * @param questions how many the strategy had asked before
   */
  public JournalWriter(KnownNodes nodes, BlockSink sink, long start, long questions) {
    this.nodes = nodes;
    this.sink = sink;
    this.questions = questions;
    lastMillis = start / 1_000_000;
    sinceWhen = start;
  }

  @Override
  public void bootstrapped(long now, Contact contact) {
    begin(Event.BOOTSTRAPPED);
    time(now);
    contact(contact.id(), contact.endpoint());
    end();
  }

  @Override
  public void asked() {
    questions++;
    askedInARow++;
  }

  @Override
  public void nothingToAsk() {
    begin(Event.NOTHING_TO_ASK);
    end();
  }

  @Override
  public void askedAgain(long question) {
    begin(Event.ASKED_AGAIN);
    number(questions - question);
    end();
  }

  @Override
  public void answered(
      long now,
      long question,
      int asked,
      long roundTripNanos,
      int version,
      int[] listed,
      int count,
      int firstNew) {
    begin(Event.ANSWERED);
    number(questions - question);
    number(asked);
    time(now);
    number(roundTripNanos / 1000);
    put(version >>> 24);
    put(version >>> 16);
    put(version >>> 8);
    put(version);
    number(count);
    int unheard = firstNew;
    for (int i = 0; i < count; i++) {
      if (listed[i] == unheard) {
        unheard++;
        put(Event.NEW_NODE);
        contact(nodes.id(listed[i]), nodes.endpoint(listed[i]));
      } else {
        number(listed[i] + 1L);
      }
    }
    end();
  }

  @Override
  public void failed(long question, int asked, ErrorClass error) {
    begin(Event.FAILED);
    number(questions - question);
    number(asked);
    put(error.ordinal());
    end();
  }

  @Override
  public void unsendable(long now, Contact contact) {
    begin(Event.UNSENDABLE);
    time(now);
    contact(contact.id(), contact.endpoint());
    end();
  }

  @Override
  public void grew(GrowthPoint point) {
    begin(Event.GREW);
    number(point.nanos());
    number(point.nodes());
    number(point.packets());
    number(point.packetsIn());
    number(point.bytesIn());
    number(point.bytesOut());
    end();
  }

  @Override
  public void onTick(long now) {
    if (now - sinceWhen >= KEPT_BACK) {
      sinceWhen = now;
      flush();
    }
  }

  /** Hands over what is kept back. */
  public void flush() {
    writeAsked();
    if (length > 0) {
      sink.append(block, length);
      length = 0;
    }
  }

  private void begin(int event) {
    writeAsked();
    put(event);
  }

  private void writeAsked() {
    if (askedInARow > 0) {
      put(Event.ASKED);
      number(askedInARow);
      askedInARow = 0;
    }
  }

  private void end() {
    if (length >= BLOCK) {
      sink.append(block, length);
      length = 0;
    }
  }

  private void time(long now) {
    long millis = Math.max(lastMillis, now / 1_000_000);
    number(millis - lastMillis);
    lastMillis = millis;
  }

  private void contact(Key id, Endpoint endpoint) {
    id.write(block, length);
    length += Key.BYTES;
    if (endpoint.isIpv4()) {
      put(Event.IPV4);
      bytes(endpoint.low(), 4);
    } else {
      put(Event.IPV6);
      bytes(endpoint.high(), 8);
      bytes(endpoint.low(), 8);
    }
    bytes(endpoint.port(), 2);
  }

  private void bytes(long value, int count) {
    for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
      put((int) (value >>> shift));
    }
  }

  private void number(long value) {
    long rest = value;
    while (rest > 0x7F) {
      put((int) rest | 0x80);
      rest >>>= 7;
    }
    put((int) rest);
  }

  private void put(int value) {
    block[length++] = (byte) value;
  }
}
