package org.orbweaver.census.journal;

/** The first byte of each event in a journal. */
final class Event {
  static final int BOOTSTRAPPED = 1;
  static final int ASKED = 2;
  static final int NOTHING_TO_ASK = 3;
  static final int ASKED_AGAIN = 4;
  static final int ANSWERED = 5;
  static final int FAILED = 6;
  static final int UNSENDABLE = 7;
  static final int GREW = 8;

  /** In the list of an answer: a node that was never heard of follows. */
  static final int NEW_NODE = 0;

  static final int IPV4 = 4;
  static final int IPV6 = 6;

  private Event() {}
}
