package org.orbweaver.census.journal;

import org.orbweaver.census.ErrorClass;
import org.orbweaver.kademlia.Contact;

/**
 * Told of all that happens to a crawl, in order. Questions are named by their number: the first
 * that the strategy asked is 1.
 */
public interface CrawlJournal {
  /** Keeps nothing. */
  CrawlJournal NONE = new Nothing();

  void bootstrapped(long now, Contact contact);

  /** The strategy had a question. */
  void asked();

  /** The strategy had none; it may have thought about it all the same. */
  void nothingToAsk();

  /** The question was sent once more. */
  void askedAgain(long question);

  /**
   * The question was answered.
   *
   * @param listed numbers of nodes, of which those from {@code firstNew} on were never heard of
   */
  void answered(
      long now,
      long question,
      int asked,
      long roundTripNanos,
      int version,
      int[] listed,
      int count,
      int firstNew);

  void failed(long question, int asked, ErrorClass error);

  /** Somebody told of a contact to which nothing can be sent. */
  void unsendable(long now, Contact contact);

  void grew(GrowthPoint point);

  /** Time passes: what is kept back for long is written. */
  void onTick(long now);

  /** Forgets everything. */
  final class Nothing implements CrawlJournal {
    private Nothing() {}

    @Override
    public void bootstrapped(long now, Contact contact) {}

    @Override
    public void asked() {}

    @Override
    public void nothingToAsk() {}

    @Override
    public void askedAgain(long question) {}

    @Override
    public void answered(
        long now,
        long question,
        int asked,
        long roundTripNanos,
        int version,
        int[] listed,
        int count,
        int firstNew) {}

    @Override
    public void failed(long question, int asked, ErrorClass error) {}

    @Override
    public void unsendable(long now, Contact contact) {}

    @Override
    public void grew(GrowthPoint point) {}

    @Override
    public void onTick(long now) {}
  }
}
