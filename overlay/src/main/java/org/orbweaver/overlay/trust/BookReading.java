package org.orbweaver.overlay.trust;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
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
 *
 * <p>A holder is asked once for all books that it keeps, and answers with the names of pages where
 * its sums differ; only those are then asked for that nobody has shown and nobody else is about to
 * show. So a page comes once, and the other ten holders of a book cost a sum each.
 */
final class BookReading {
  private static final Rpc.Patience PATIENCE = new Rpc.Patience(2_000_000_000L, 2);
  private static final int AT_ONCE = 8;

  /** Of pages, in one question: about what an answer has room for. */
  private static final int MOST_ASKED = 512;

  /** A holder is asked again when it had more to tell, or another was about to show the same. */
  private static final int MOST_TIMES = 256;

  /** By so much nearer to the last time is who has shown less than it named. */
  private static final int FAILURE = MOST_TIMES / 4;

  /**
   * Answers of one conversation: enough for all the names of one, or for sixteen megabytes. Who has
   * more than that, and has brought news, is asked again when others have had their turn.
   */
  private static final int MOST_ANSWERS = 64;

  /** And so long may one last: else it costs nothing to answer as late as one is waited for. */
  private static final long LONGEST = 60_000_000_000L;

  /**
   * Forged pages in one conversation. Each costs this peer's thread a look at a signature; an
   * honest holder shows none, unless its program understands proofs that this one does not.
   */
  private static final int MOST_FORGED = 64;

  /** Is told once that nobody is asked any more. */
  @FunctionalInterface
  interface Done {
    /**
     * @param whole whether everybody was asked; false if there was no more time
     */
    void read(boolean whole);
  }

  @SuppressWarnings("ArrayRecordComponent") // never changed
  private record Question(Endpoint holder, long[] books, int times) {}

  private final Library library;
  private final Rpc rpc;
  private final Period since;
  private final RandomGenerator random;
  private final Done done;
  private final Deque<Question> open = new ArrayDeque<>();

  /** Pages that somebody is to show, and with whom that is spoken about. */
  private final Map<EntryId, Conversation> awaited = new HashMap<>();

  private int asked;
  private boolean over;

  BookReading(
      Members members, Library library, Rpc rpc, Period since, RandomGenerator random, Done done) {
    this.library = library;
    this.rpc = rpc;
    this.since = since;
    this.random = random;
    this.done = done;
    Map<Endpoint, List<Long>> byHolder = new LinkedHashMap<>();
    MembershipView living = members.view();
    BookPlace places = new BookPlace(living);
    for (Key peer : peers(living)) {
      for (Peer holder : places.holders(BookPlace.key(peer, since))) {
        if (!holder.address().equals(members.self().address())) {
          byHolder
              .computeIfAbsent(holder.address(), it -> new ArrayList<>())
              .add(BookPlace.number(peer));
        }
      }
    }
    List<Question> questions = new ArrayList<>();
    byHolder.forEach(
        (holder, books) -> {
          for (int from = 0; from < books.size(); from += RpcMessage.ListPages.MOST_BOOKS) {
            int to = Math.min(books.size(), from + RpcMessage.ListPages.MOST_BOOKS);
            long[] some = books.subList(from, to).stream().mapToLong(Long::longValue).toArray();
            questions.add(new Question(holder, some, 0));
          }
        });
    Collections.shuffle(questions, random); // or all would ask the same one first
    open.addAll(questions);
  }

  private Set<Key> peers(MembershipView living) {
    Set<Key> peers = new TreeSet<>();
    living.peers().forEach(peer -> peers.add(BookPlace.name(peer)));
    for (Book book : library.books()) {
      peers.add(book.subject());
    }
    return peers;
  }

  void start(long now) {
    askNext(now);
  }

  private void askNext(long now) {
    while (asked < AT_ONCE && !open.isEmpty()) {
      asked++;
      new Conversation(open.poll()).begin(now);
    }
    if (asked == 0) {
      finish(true);
    }
  }

  /** There is no more time: whoever has not answered by now is not waited for. */
  void stop() {
    finish(false);
  }

  private void finish(boolean whole) {
    if (!over) {
      over = true;
      open.clear();
      awaited.clear();
      done.read(whole);
    }
  }

  /** With one holder: what it has, then what of it is news. */
  private final class Conversation {
    private final Question question;
    private final Set<Long> books = new HashSet<>();

    /** Named by this holder, and to be shown by it. */
    private final LinkedHashSet<EntryId> wanted = new LinkedHashSet<>();

    /**
     * Questions to others who named the same: they are asked again if this one does not show it.
     */
    private final List<Question> blocked = new ArrayList<>();

    private @Nullable Conversation blocker;
    private int answers;
    private int named;
    private long began;
    private boolean cut;
    private boolean news;
    private boolean failed;
    private long forged;
    private boolean ended;

    Conversation(Question question) {
      this.question = question;
      LongStream.of(question.books).forEach(books::add);
    }

    void begin(long now) {
      began = now;
      long salt = random.nextLong();
      call(
          now,
          new RpcMessage.ListPages(
              since.number(), salt, question.books, library.sums(question.books, since, salt)));
    }

    private void call(long now, RpcMessage message) {
      rpc.call(
          now,
          question.holder,
          message,
          PATIENCE,
          new Rpc.Outcome() {
            @Override
            public void answered(long at, RpcMessage reply) {
              if (!over) {
                answers++;
                heard(at, reply);
              }
            }

            @Override
            public void silent(long at) {
              if (!over) {
                blocker = null;
                end(at);
              }
            }
          });
    }

    /** Names come first and only then: who names more when it is to show would never have to. */
    private void heard(long now, RpcMessage reply) {
      switch (reply) {
        case RpcMessage.Chapters(List<RpcMessage.Chapter> differing) when answers == 1 -> {
          differing.forEach(this::want);
          cut = named >= BookShelf.MOST_NAMES;
          showNext(now);
        }
        case RpcMessage.Pages(List<Entry> shown) when answers > 1 -> {
          take(shown);
          if (forged > MOST_FORGED) {
            leave(now);
          } else {
            showNext(now);
          }
        }
        default -> leave(now);
      }
    }

    /** An honest holder names no more than that at once; a message has room for half a million. */
    private void want(RpcMessage.Chapter chapter) {
      int left = BookShelf.MOST_NAMES - named;
      named += Math.min(left, chapter.names().length);
      if (books.contains(chapter.book())) {
        Key key = BookPlace.key(chapter.book(), chapter.period());
        LongStream.of(chapter.names())
            .limit(left)
            .mapToObj(name -> new EntryId(key, name))
            .filter(page -> !library.has(page))
            .forEach(this::want);
      }
    }

    private void want(EntryId page) {
      Conversation other = awaited.putIfAbsent(page, this);
      if (other == null) {
        wanted.add(page);
      } else if (other != this) {
        blocker = other;
      }
    }

    /**
     * Who shows less than it named, though there was room, is not waited for any longer. Only what
     * was asked for takes room: else junk would pass for a full answer, again and again.
     */
    private void take(List<Entry> shown) {
      int before = wanted.size();
      long bytes = 0;
      for (Entry page : shown) {
        if (forged <= MOST_FORGED && wanted.remove(page.id())) {
          awaited.remove(page.id());
          bytes += page.body().length;
          long forgedBefore = library.forged();
          news |= library.add(page);
          forged += library.forged() - forgedBefore;
        }
      }
      boolean all = before - wanted.size() >= Math.min(before, MOST_ASKED);
      if (!all && bytes < BookShelf.MOST_BYTES / 2) {
        failed = true;
        wanted.forEach(awaited::remove);
        wanted.clear();
      }
    }

    private void showNext(long now) {
      if (wanted.isEmpty()) {
        end(now);
        return;
      }
      if (answers >= MOST_ANSWERS || now - began >= LONGEST) {
        cut = true;
        end(now);
        return;
      }
      Map<Key, List<Long>> byChapter = new LinkedHashMap<>();
      wanted.stream()
          .limit(MOST_ASKED)
          .forEach(
              page ->
                  byChapter.computeIfAbsent(page.key(), it -> new ArrayList<>()).add(page.name()));
      List<RpcMessage.Chapter> chapters = new ArrayList<>();
      byChapter.forEach(
          (key, names) ->
              chapters.add(
                  new RpcMessage.Chapter(
                      BookPlace.book(key),
                      BookPlace.period(key),
                      names.stream().mapToLong(Long::longValue).toArray())));
      call(now, new RpcMessage.ReadPages(chapters));
    }

    /** It has broken the rules of a conversation, and is not asked again in this reading. */
    private void leave(long now) {
      blocker = null;
      cut = false;
      end(now);
    }

    private void end(long now) {
      ended = true;
      wanted.forEach(awaited::remove);
      if (question.times < MOST_TIMES) {
        int times = question.times + (failed ? FAILURE : 1);
        Question later = new Question(question.holder, question.books, times);
        if (blocker != null && !blocker.ended) {
          blocker.blocked.add(later);
        } else if (blocker != null || (cut && news)) {
          open.add(later);
        }
      }
      open.addAll(blocked);
      asked--;
      askNext(now);
    }
  }
}
