package org.orbweaver.census.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;

/** Lives through a journal again, up to its end. */
public final class JournalReplay {
  private static final ErrorClass[] ERRORS = ErrorClass.values();

  private final JournalFile file;
  private final CensusCrawl crawl;
  private final KnownNodes unsendable;
  private final Map<Long, Question> open = new HashMap<>();
  private final List<GrowthPoint> growth = new ArrayList<>();
  private final int[] listed = new int[512];
  private long questions;
  private long millis;

  private JournalReplay(JournalFile file) {
    this.file = file;
    crawl = file.plan().newCrawl();
    unsendable = new KnownNodes(file.plan().start());
    millis = file.plan().start() / 1_000_000;
  }

  /**
   * @throws JournalException if the journal is damaged, or another strategy's
   */
  public static JournalReplay of(JournalFile file) throws IOException {
    JournalReplay replay = new JournalReplay(file);
    byte @Nullable [] next;
    while ((next = file.next()) != null) {
      try {
        replay.read(new EventBytes(next));
      } catch (IndexOutOfBoundsException e) {
        throw replay.another();
      }
    }
    return replay;
  }

  /** The crawl as it was, whose further events that journal keeps. */
  public CrawlState state(CrawlJournal further) {
    return new CrawlState(new RecordedCrawl(crawl, unsendable, further, questions), open, growth);
  }

  public KnownNodes nodes() {
    return crawl.nodes();
  }

  /** How many questions had been asked. */
  public long questions() {
    return questions;
  }

  /** The time of the last event, in nanoseconds. */
  public long lastTime() {
    return millis * 1_000_000;
  }

  private void read(EventBytes in) throws JournalException {
    while (in.hasMore()) {
      switch (in.octet()) {
        case Event.BOOTSTRAPPED -> {
          passTime(in);
          crawl.bootstrap(in.contact(), lastTime());
        }
        case Event.ASKED -> ask(in.number());
        case Event.NOTHING_TO_ASK -> require(crawl.next() == null);
        case Event.ASKED_AGAIN -> crawl.askedAgain(question(open.get(questions - in.number())));
        case Event.ANSWERED -> answer(in);
        case Event.FAILED -> {
          Question question = checkedQuestion(in);
          crawl.failed(question, ERRORS[in.octet()]);
        }
        case Event.UNSENDABLE -> {
          passTime(in);
          unsendable.hear(in.contact(), lastTime());
        }
        case Event.GREW ->
            growth.add(
                new GrowthPoint(
                    in.number(),
                    (int) in.number(),
                    in.number(),
                    in.number(),
                    in.number(),
                    in.number()));
        default -> throw another();
      }
    }
  }

  private void passTime(EventBytes in) {
    millis += in.number();
  }

  private void ask(long times) throws JournalException {
    for (long i = 0; i < times; i++) {
      open.put(++questions, question(crawl.next()));
    }
  }

  private void answer(EventBytes in) throws JournalException {
    Question question = checkedQuestion(in);
    passTime(in);
    long roundTrip = in.number() * 1000;
    int version = (int) in.bytes(4);
    int count = (int) in.number();
    for (int i = 0; i < count; i++) {
      long node = in.number();
      if (node == Event.NEW_NODE) {
        listed[i] = crawl.nodes().hear(in.contact(), lastTime());
      } else {
        listed[i] = (int) (node - 1);
        crawl.nodes().heardAgain(listed[i], lastTime());
      }
    }
    crawl.answered(question, lastTime(), roundTrip, version, listed, count);
  }

  private Question checkedQuestion(EventBytes in) throws JournalException {
    Question question = question(open.remove(questions - in.number()));
    require(question.node() == in.number());
    return question;
  }

  private Question question(@Nullable Question question) throws JournalException {
    if (question == null) {
      throw another();
    }
    return question;
  }

  private void require(boolean agrees) throws JournalException {
    if (!agrees) {
      throw another();
    }
  }

  private JournalException another() {
    return new JournalException(
        "the checkpoint %s was written by another version of the program: remove it to start afresh"
            .formatted(file.path()));
  }
}
