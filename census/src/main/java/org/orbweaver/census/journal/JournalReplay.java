package org.orbweaver.census.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Crawl;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** Lives through a journal again, up to its end. */
public final class JournalReplay {
  /** Hears of every answer again, for whoever wants to know who told of whom. */
  @FunctionalInterface
  public interface AnswerListener {
    AnswerListener NOBODY = (_, _, _, _) -> {};

    /** The arrays are the replay's again when this method returns. */
    void answered(KnownNodes nodes, int node, int[] listed, int count);
  }

  private static final ErrorClass[] ERRORS = ErrorClass.values();

  private final JournalFile file;
  private final Crawl crawl;
  private final KnownNodes unsendable;
  private final AnswerListener listener;
  private final Map<Long, Question> open = new HashMap<>();
  private final List<GrowthPoint> growth = new ArrayList<>();
  private final int[] listed = new int[512];
  private byte[] block = {};
  private int at;
  private long questions;
  private long millis;

  private JournalReplay(JournalFile file, AnswerListener listener) {
    this.file = file;
    this.listener = listener;
    crawl = file.plan().newCrawl();
    unsendable = new KnownNodes(file.plan().start());
    millis = file.plan().start() / 1_000_000;
  }

  /**
   * @throws JournalException if the journal is damaged, or another strategy's
   */
  public static JournalReplay of(JournalFile file) throws IOException {
    return of(file, AnswerListener.NOBODY);
  }

  public static JournalReplay of(JournalFile file, AnswerListener listener) throws IOException {
    JournalReplay replay = new JournalReplay(file, listener);
    byte @Nullable [] next;
    while ((next = file.next()) != null) {
      replay.block = next;
      replay.at = 0;
      try {
        replay.readBlock();
      } catch (IndexOutOfBoundsException e) {
        throw replay.another();
      }
    }
    return replay;
  }

  /** The crawl as it was, whose further events that journal keeps. */
  public CrawlState state(CrawlJournal further) {
    return new CrawlState(
        new RecordedCrawl(crawl, unsendable, further, questions), open, growth);
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

  private void readBlock() throws JournalException {
    while (at < block.length) {
      switch (block[at++]) {
        case Event.BOOTSTRAPPED -> crawl.bootstrap(timedContact(), lastTime());
        case Event.ASKED -> ask(number());
        case Event.NOTHING_TO_ASK -> require(crawl.next() == null);
        case Event.ASKED_AGAIN -> crawl.askedAgain(question(open.get(questions - number())));
        case Event.ANSWERED -> answer();
        case Event.FAILED -> {
          Question question = checkedQuestion();
          crawl.failed(question, ERRORS[block[at++]]);
        }
        case Event.UNSENDABLE -> unsendable.hear(timedContact(), lastTime());
        case Event.GREW ->
            growth.add(
                new GrowthPoint(
                    number(), (int) number(), number(), number(), number(), number()));
        default -> throw another();
      }
    }
  }

  private void ask(long times) throws JournalException {
    for (long i = 0; i < times; i++) {
      open.put(++questions, question(crawl.next()));
    }
  }

  private void answer() throws JournalException {
    Question question = checkedQuestion();
    time();
    long roundTrip = number() * 1000;
    int version = (int) bytes(4);
    int count = (int) number();
    for (int i = 0; i < count; i++) {
      long node = number();
      if (node == Event.NEW_NODE) {
        listed[i] = crawl.nodes().hear(contact(), lastTime());
      } else {
        listed[i] = (int) (node - 1);
        crawl.nodes().heardAgain(listed[i], lastTime());
      }
    }
    listener.answered(crawl.nodes(), question.node(), listed, count);
    crawl.answered(question, lastTime(), roundTrip, version, listed, count);
  }

  private Question checkedQuestion() throws JournalException {
    Question question = question(open.remove(questions - number()));
    require((byte) question.node() == block[at++]);
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

  private Contact timedContact() {
    time();
    return contact();
  }

  private Contact contact() {
    Key id = Key.read(block, at);
    at += Key.BYTES;
    boolean ipv4 = block[at++] == Event.IPV4;
    long high = ipv4 ? 0 : bytes(8);
    long low = bytes(ipv4 ? 4 : 8);
    int port = (int) bytes(2);
    return new Contact(
        id, ipv4 ? Endpoint.v4((int) low, port) : Endpoint.v6(high, low, port));
  }

  private void time() {
    millis += number();
  }

  private long bytes(int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value = value << 8 | (block[at++] & 0xFF);
    }
    return value;
  }

  private long number() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = block[at++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
