package org.orbweaver.fetch.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where hosts are, remembered for a while and checked by the guard. Bounded: the host that was
 * asked for longest ago is forgotten first. Lookups happen outside the lock; two at once for one
 * name are harmless.
 */
public final class Names {
  private static final Duration FOUND_FOR = Duration.ofMinutes(15);
  private static final Duration MISSED_FOR = Duration.ofSeconds(3);
  private static final int MOST = 50_000;

  private final Resolver resolver;
  private final AddressGuard guard;
  private final InstantSource clock;
  private final Map<String, Remembered> known =
      new LinkedHashMap<>(1024, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Remembered> eldest) {
          return size() > MOST;
        }
      };

  private record Remembered(Answer answer, Instant until) {}

  /** What a name led to. */
  public sealed interface Answer {
    /** A host that may be connected to. */
    record Found(CheckedAddress address) implements Answer {}

    /** No such host, or no answer. */
    record Unknown() implements Answer {}

    /** All its addresses are refused by the guard. */
    record Refused(InetAddress address) implements Answer {}
  }

  public Names(Resolver resolver, AddressGuard guard, InstantSource clock) {
    this.resolver = resolver;
    this.guard = guard;
    this.clock = clock;
  }

  public Answer lookUp(String host) {
    Instant now = clock.instant();
    synchronized (known) {
      Remembered entry = known.get(host);
      if (entry != null && now.isBefore(entry.until())) {
        return entry.answer();
      }
    }
    Answer answer = ask(host);
    Duration keep = answer instanceof Answer.Found ? FOUND_FOR : MISSED_FOR;
    synchronized (known) {
      known.put(host, new Remembered(answer, now.plus(keep)));
    }
    return answer;
  }

  private Answer ask(String host) {
    List<InetAddress> addresses;
    try {
      addresses =
          host.startsWith("[")
              ? List.of(InetAddress.ofLiteral(host.substring(1, host.length() - 1)))
              : resolver.resolve(host);
    } catch (UnknownHostException | IllegalArgumentException e) {
      return new Answer.Unknown();
    }
    if (addresses.isEmpty()) {
      return new Answer.Unknown();
    }
    return addresses.stream()
        .map(address -> guard.check(host, address))
        .flatMap(Optional::stream)
        .findFirst()
        .<Answer>map(Answer.Found::new)
        .orElseGet(() -> new Answer.Refused(addresses.getFirst()));
  }
}
