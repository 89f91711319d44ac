package org.orbweaver.sim.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.http.VirtualTime;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.sim.world.Mix;

/**
 * The same web without sockets, in virtual time: an answer takes as long as its host's distance and
 * mood say. Watches its visitor's manners by the same clock, to the nanosecond.
 */
public final class VirtualWeb extends ServedWeb implements Fetcher {
  private static final int PORT = 80;
  private static final long NEAREST = 10_000_000L;
  private static final int SPREAD_MILLIS = 200;
  private static final long SLOW = 2_000_000_000L;

  private final VirtualTime time;
  private final long pause;
  private final Map<String, Long> hostAnswered = new HashMap<>();
  private final Map<InetAddress, Long> addressAnswered = new HashMap<>();
  private long tooSoon;
  private long atOnce;

  public VirtualWeb(WebShape shape, VirtualTime time, long pause, Consumer<String> visits) {
    super(shape, PORT, visits);
    this.time = time;
    this.pause = pause;
  }

  @Override
  public Exchange fetch(PageRequest request, CheckedAddress address) {
    WebUrl url = request.url();
    watch(url.host(), address.address());
    Instant at = time.instant();
    long nanos = delay(url.host(), requests());
    byte[] sent = answer(url.host(), url.pathAndQuery(), request.etag(), true);
    time.pass(nanos);
    hostAnswered.put(url.host(), time.nanos());
    addressAnswered.put(address.address(), time.nanos());
    try {
      Response response = Response.stored(new ByteArrayInputStream(sent), sent.length);
      return new Exchange(
          request,
          at,
          address,
          request.bytes("User-Agent: lab\r\n"),
          response,
          nanos,
          Exchange.HTTP_1);
    } catch (IOException e) {
      throw new UncheckedIOException("what we say ourselves is HTTP", e);
    }
  }

  private void watch(String host, InetAddress address) {
    Long before = hostAnswered.get(host);
    if (before != null && time.nanos() - before < pause) {
      tooSoon++;
    }
    Long there = addressAnswered.get(address);
    if (there != null && time.nanos() < there) {
      atOnce++;
    }
  }

  private long delay(String host, long number) {
    long distance =
        Mix.below(Mix.hash(shape().options().seed(), host.hashCode()), SPREAD_MILLIS) * 1_000_000L;
    long mood = Mix.below(Mix.hash(shape().options().seed(), number), 20) * 1_000_000L;
    return NEAREST + distance + mood + (shape().isSlow(host) ? SLOW : 0);
  }

  @Override
  public long tooSoon() {
    return tooSoon;
  }

  @Override
  public long atOnce() {
    return atOnce;
  }

  @Override
  public void hangUp() {}

  @Override
  public void close() {}
}
