package org.orbweaver.fetch.scope;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Recognises traps by what they do. A page of a trap is <em>barren</em>: its words have been read
 * on its host before, and the new addresses it has are of its own kind ({@link AddressShape}), or
 * of kinds whose pages bring nothing either. And it <em>feeds</em> its kind: it has such new
 * addresses. When {@link Traps#patience} pages of a kind in a row were barren and fed it, the kind
 * is a trap, and no more of it is asked for. Neither what a date looks like counts, nor how long a
 * path is: an archive of newspapers has new words on every page, and a list of pages without any
 * words ends by itself, for it does not feed itself.
 *
 * <p>A web that makes up new words, too, is not recognised: it ends with its host's budget.
 *
 * <p>Memory is bounded: two tables in which newcomers take the place of others. What they forget
 * looks new, so a crowded table makes the watch blind, never rash. For many threads.
 */
public final class TrapWatch {
  private static final int MOST_KINDS = 50_000;

  /** A random word in a sentence makes three: itself and two pairs. */
  private static final int NEWS = 4;

  /** So many pages in a row without news, and new addresses of the kind promise nothing. */
  private static final int FRUITLESS = 50;

  /** The first tenth of the pages that it takes to be a trap. */
  private static final int YOUTH = 10;

  private final int patience;
  private final Consumer<Trap> found;
  private final SeenPrints words = new SeenPrints();
  private final SeenPrints addresses = new SeenPrints();
  private final Set<String> trapped = ConcurrentHashMap.newKeySet();
  private final Map<String, Kind> kinds =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kind> eldest) {
          return size() > MOST_KINDS;
        }
      };

  /** A kind of addresses that has no end, and one of them. */
  public record Trap(String kind, WebUrl example) {}

  private static final class Kind {
    private int pages;
    private int fruitless;
    private int barrenInARow;
  }

  /**
   * @param known traps met before
   * @param found told of each new one
   */
  public TrapWatch(int patience, List<String> known, Consumer<Trap> found) {
    this.patience = patience;
    this.found = found;
    if (patience > 0) {
      trapped.addAll(known);
    }
  }

  /** Whether the address is of a kind that has proved endless. */
  public boolean holds(WebUrl url) {
    return !trapped.isEmpty() && AddressShape.of(url).stream().anyMatch(trapped::contains);
  }

  /** Whether so many that bring nothing, one after the other, are one too many. */
  public boolean isTooMany(int inARow) {
    return patience > 0 && inARow >= patience;
  }

  /**
   * A page was read.
   *
   * @param prints of its words, or of anything else, if it has none; read only if they are needed
   * @param links in scope
   */
  public void visited(WebUrl page, Supplier<long[]> prints, List<WebUrl> links) {
    if (patience <= 0) {
      return;
    }
    long host = Fingerprint.of(page).host();
    long[] linked = prints(links);
    List<String> own = AddressShape.of(page);
    if (isYoung(own, linked)) {
      return;
    }
    long[] said = prints.get();
    Trap trap = null;
    synchronized (this) {
      boolean news = hasNews(host, said);
      List<List<String>> fresh = fresh(links, linked);
      for (String kind : own) {
        if (judge(kind, news, fresh) && trapped.add(kind)) {
          trap = new Trap(kind, page);
        }
      }
    }
    if (trap != null) {
      found.accept(trap);
    }
  }

  /**
   * Whether the page is of kinds that have so few that none can be a trap yet: nobody asks what
   * such a page says, only where it leads. By kinds, not by hosts: where a trap is known must not
   * depend on the order in which a host's other pages come.
   */
  private synchronized boolean isYoung(List<String> own, long[] linked) {
    boolean young = true;
    for (String name : own) {
      young &= kinds.computeIfAbsent(name, absent -> new Kind()).pages++ < patience / YOUTH;
    }
    if (young) {
      for (long link : linked) {
        addresses.isNew(link);
      }
    }
    return young;
  }

  private static long[] prints(List<WebUrl> links) {
    long[] prints = new long[links.size()];
    for (int i = 0; i < prints.length; i++) {
      Fingerprint print = Fingerprint.of(links.get(i));
      prints[i] = print.host() * 31 ^ print.page();
    }
    return prints;
  }

  /**
   * Most pages of a site that is no trap have news in a sixteenth of their prints, and no more are
   * looked up than it takes to find them: each is a wait for memory, and with all of them a crawl
   * took half as long again. What is not entered then looks new on a later page, four prints at a
   * time: that makes the watch blind for some sixty pages, never rash.
   */
  private boolean hasNews(long host, long[] prints) {
    int fresh = 0;
    for (long print : prints) {
      if (isOfSample(print) && words.isNew(host * 31 ^ print) && ++fresh == NEWS) {
        return true;
      }
    }
    for (long print : prints) {
      fresh += !isOfSample(print) && words.isNew(host * 31 ^ print) ? 1 : 0;
    }
    return fresh >= NEWS || fresh > 0 && 4 * fresh >= prints.length;
  }

  private static boolean isOfSample(long print) {
    return print >>> 60 == 0;
  }

  /** The kinds of those addresses that were not met before. */
  private List<List<String>> fresh(List<WebUrl> links, long[] linked) {
    List<List<String>> kindsOfNew = new ArrayList<>();
    for (int i = 0; i < linked.length; i++) {
      if (addresses.isNew(linked[i])) {
        List<String> kindsOfLink = AddressShape.of(links.get(i));
        if (kindsOfLink.stream().noneMatch(trapped::contains)) {
          kindsOfNew.add(kindsOfLink);
        }
      }
    }
    return kindsOfNew;
  }

  /** Returns true if this page was one too many of its kind. */
  private boolean judge(String name, boolean news, List<List<String>> fresh) {
    Kind kind = kinds.computeIfAbsent(name, absent -> new Kind());
    kind.fruitless = news ? 0 : kind.fruitless + 1;
    boolean feeds = false;
    boolean leadsElsewhere = false;
    for (List<String> link : fresh) {
      boolean inside = link.contains(name);
      feeds |= inside;
      leadsElsewhere |= !inside && !isFruitless(link);
    }
    if (news || leadsElsewhere) {
      kind.barrenInARow = 0;
    } else if (feeds) {
      kind.barrenInARow++;
    }
    return isTooMany(kind.barrenInARow);
  }

  private boolean isFruitless(List<String> link) {
    for (String name : link) {
      Kind kind = kinds.get(name);
      if (kind != null && kind.fruitless >= FRUITLESS) {
        return true;
      }
    }
    return false;
  }
}
