package org.orbweaver.census.journal;

import org.jspecify.annotations.Nullable;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Contact;

/**
 * A crawl of which a journal is kept. Whoever drives it goes through here with everything that
 * changes it, and names questions by the number they got.
 */
public final class RecordedCrawl {
  /** Liars could name unreachable addresses for ever; so many are kept. */
  private static final int MOST_UNSENDABLE = 1 << 20;

  private final CensusCrawl crawl;
  private final KnownNodes unsendable;
  private final CrawlJournal journal;
  private long questions;

  /** A crawl that begins. */
  public RecordedCrawl(CensusCrawl crawl, long start, CrawlJournal journal) {
    this(crawl, new KnownNodes(start), journal, 0);
  }

  RecordedCrawl(CensusCrawl crawl, KnownNodes unsendable, CrawlJournal journal, long questions) {
    this.crawl = crawl;
    this.unsendable = unsendable;
    this.journal = journal;
    this.questions = questions;
  }

  public void bootstrap(long now, Contact contact) {
    journal.bootstrapped(now, contact);
    crawl.bootstrap(contact, now);
  }

  /** The next question, whose number is {@link #questions}; null if there is none for now. */
  public @Nullable Question next() {
    Question question = crawl.next();
    if (question == null) {
      journal.nothingToAsk();
    } else {
      journal.asked();
      questions++;
    }
    return question;
  }

  public void askedAgain(long number, Question question) {
    journal.askedAgain(number);
    crawl.askedAgain(question);
  }

  /**
   * The node answered; see {@link CensusCrawl#answered}.
   *
   * @param firstNew the size of the known set before the answer's contacts were heard of
   */
  public void answered(
      long number,
      Question question,
      long now,
      long roundTripNanos,
      int version,
      int[] listed,
      int count,
      int firstNew) {
    journal.answered(
        now, number, question.node(), roundTripNanos, version, listed, count, firstNew);
    crawl.answered(question, now, roundTripNanos, version, listed, count);
  }

  public void failed(long number, Question question, ErrorClass error) {
    journal.failed(number, question.node(), error);
    crawl.failed(question, error);
  }

  /** Somebody told of a contact to which nothing can be sent: no part of the crawl, but kept. */
  public void heardOfUnsendable(long now, Contact contact) {
    if (unsendable.size() < MOST_UNSENDABLE) {
      journal.unsendable(now, contact);
      unsendable.hear(contact, now);
    }
  }

  public void grew(GrowthPoint point) {
    journal.grew(point);
  }

  public void onTick(long now) {
    journal.onTick(now);
  }

  public CensusCrawl crawl() {
    return crawl;
  }

  public KnownNodes nodes() {
    return crawl.nodes();
  }

  /** Contacts to which nothing can be sent. */
  public KnownNodes unsendable() {
    return unsendable;
  }

  /** How many questions the strategy has asked. */
  public long questions() {
    return questions;
  }
}
