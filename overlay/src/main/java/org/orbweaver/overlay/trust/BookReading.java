package org.orbweaver.overlay.trust;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.trust.Book;
import org.orbweaver.trust.Period;

/**
 * Asks all holders of all books for what this peer has not read, a few at a time. Whatever one of
 * them hides, ten others show.
 */
final class BookReading {
  private static final Rpc.Patience PATIENCE = new Rpc.Patience(2_000_000_000L, 2);
  private static final int AT_ONCE = 8;

  /** Of an answer; who has more to show is asked again. */
  static final int MOST_BYTES = 256 << 10;

  private static final int MOST_TIMES = 64;

  private record Question(Endpoint holder, List<Key> subjects, Period since, int times) {}

  private final Library library;
  private final Rpc rpc;
  private final Runnable done;
  private final Deque<Question> open = new ArrayDeque<>();
  private int asked;
  private boolean over;

  BookReading(
      Members members,
      Library library,
      Rpc rpc,
      Period since,
      RandomGenerator random,
      Runnable done) {
    this.library = library;
    this.rpc = rpc;
    this.done = done;
    Map<Endpoint, List<Key>> byHolder = new LinkedHashMap<>();
    MembershipView living = members.view();
    BookPlace places = new BookPlace(living);
    for (Key subject : subjects(living)) {
      for (Peer holder : places.holders(BookPlace.key(subject, since))) {
        if (!holder.address().equals(members.self().address())) {
          byHolder.computeIfAbsent(holder.address(), it -> new ArrayList<>()).add(subject);
        }
      }
    }
    List<Question> questions = new ArrayList<>();
    byHolder.forEach((holder, subjects) -> questions.add(new Question(holder, subjects, since, 0)));
    Collections.shuffle(questions, random); // or all would ask the same one first
    open.addAll(questions);
  }

  private Set<Key> subjects(MembershipView living) {
    Set<Key> subjects = new TreeSet<>();
    living.peers().forEach(peer -> subjects.add(BookPlace.name(peer)));
    for (Book book : library.books()) {
      subjects.add(book.subject());
    }
    return subjects;
  }

  void start(long now) {
    askNext(now);
  }

  private void askNext(long now) {
    while (asked < AT_ONCE && !open.isEmpty()) {
      ask(now, open.poll());
    }
    if (asked == 0 && !over) {
      over = true;
      done.run();
    }
  }

  /** An answer was full: the last book goes on where it ended, and then the others come. */
  private void goOn(Question question, Key last) {
    List<Key> subjects = question.subjects;
    int at = 0;
    while (at < subjects.size() - 1 && subjects.get(at).high() != last.middle()) {
      at++;
    }
    int times = question.times + 1;
    open.add(
        new Question(question.holder, subjects.subList(at, at + 1), new Period(last.low()), times));
    if (at + 1 < subjects.size()) {
      open.add(
          new Question(
              question.holder, subjects.subList(at + 1, subjects.size()), question.since, times));
    }
  }

  private void ask(long now, Question question) {
    asked++;
    List<RpcMessage.Bookmark> marks = new ArrayList<>();
    for (Key subject : question.subjects) {
      marks.add(new RpcMessage.Bookmark(subject, library.fingerprint(subject, question.since)));
    }
    rpc.call(
        now,
        question.holder,
        new RpcMessage.ReadBooks(question.since.number(), marks),
        PATIENCE,
        new Rpc.Outcome() {
          @Override
          public void answered(long at, RpcMessage reply) {
            asked--;
            if (reply instanceof RpcMessage.Value(List<Entry> pages) && read(pages)) {
              goOn(question, pages.getLast().id().key());
            }
            askNext(at);
          }

          @Override
          public void silent(long at) {
            asked--;
            askNext(at);
          }

          // Whether there may be more.
          private boolean read(List<Entry> pages) {
            long bytes = 0;
            boolean news = false;
            for (Entry page : pages) {
              bytes += page.body().length;
              news |= library.add(page);
            }
            return news && bytes > MOST_BYTES / 2 && question.times < MOST_TIMES;
          }
        });
  }
}
