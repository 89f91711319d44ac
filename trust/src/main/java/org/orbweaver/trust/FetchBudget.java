package org.orbweaver.trust;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What may be fetched for the sake of trust: {@link Checking#MOST_EXTRA} of the captures of the
 * last hundred periods, {@link Checking#MOST_AT_ONCE} of those of a usual one. Checks come first;
 * juries get what they leave. What is looked at again after a verdict is not counted here.
 */
public final class FetchBudget {
  /**
   * However small the swarm: shares of little are nothing, and where all are newcomers checks take
   * more than the whole.
   */
  private static final long LEAST = 8L * Jury.SEATS;

  private static final class Account {
    long work;
    long spent;
  }

  private final NavigableMap<Integer, Account> accounts = new TreeMap<>();

  public void worked(Period period, long captures) {
    account(period).work += captures;
  }

  public void spent(Period period, long fetches) {
    account(period).spent += fetches;
  }

  /** All that was spent in the window. */
  public long spent() {
    return accounts.values().stream().mapToLong(each -> each.spent).sum();
  }

  private Account account(Period period) {
    return accounts.computeIfAbsent(period.number(), it -> new Account());
  }

  /**
   * What is left now. A swarm younger than the window is taken to have been quiet before: else its
   * first contradictions, which come when all are newcomers and looked at closely, would find no
   * jury.
   */
  public long left(Period now) {
    double work = 0;
    double spent = 0;
    NavigableMap<Integer, Account> window =
        accounts.subMap(now.number() + 1 - Period.TESTIMONY_LASTS, true, now.number(), true);
    for (Account each : window.values()) {
      work += each.work;
      spent += each.spent;
    }
    double usual = work / Math.max(1, window.size());
    int quiet = Period.TESTIMONY_LASTS - window.size();
    double overall =
        Checking.MOST_EXTRA * (work + quiet * usual) - (spent + quiet * Checking.FLOOR * usual);
    double atOnce = Checking.MOST_AT_ONCE * usual - account(now).spent;
    return (long) Math.max(LEAST, Math.min(overall, atOnce));
  }
}
