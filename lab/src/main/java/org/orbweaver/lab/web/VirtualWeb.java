package org.orbweaver.lab.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.orbweaver.fetch.crawl.VirtualTime;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.lab.world.Mix;

/**
 * The same web without sockets, in virtual time: an answer takes as long as its host's distance and
 * mood say. Watches its visitor's manners by the same clock, to the nanosecond.
 */
final class VirtualWeb implements Fetcher, ServedWeb {
  private static final int PORT = 80;
  private static final long NEAREST = 10_000_000L;
  private static final int SPREAD_MILLIS = 200;
  private static final long SLOW = 2_000_000_000L;

  private final WebShape shape;
  private final WebLinks links;
  private final WebAnswers answers;
  private final VirtualTime time;
  private final long pause;
  private final Consumer<String> visits;
  private final Map<String, Long> hostAnswered = new HashMap<>();
  private final Map<InetAddress, Long> addressAnswered = new HashMap<>();
  private long requests;
  private long bytes;
  private long tooSoon;
  private long atOnce;
  private int day;

  VirtualWeb(WebShape shape, VirtualTime time, long pause, Consumer<String> visits) {
    this.shape = shape;
    this.time = time;
    this.pause = pause;
    this.visits = visits;
    this.links = new WebLinks(shape, PORT);
    this.answers = new WebAnswers(shape, links);
  }

  @Override
  public Exchange fetch(PageRequest request, CheckedAddress address) {
    WebUrl url = request.url();
    watch(url.host(), address.address());
    Instant at = time.instant();
    WebAnswers.Answer answer =
        answers.answer(url.host(), url.pathAndQuery(), day, request.etag(), true);
    byte[] sent = bytes(answer);
    long nanos = delay(url.host(), requests);
    time.pass(nanos);
    hostAnswered.put(url.host(), time.nanos());
    addressAnswered.put(address.address(), time.nanos());
    requests++;
    bytes += sent.length;
    visits.accept(url.host() + url.pathAndQuery());
    try {
      Response response = Response.stored(new ByteArrayInputStream(sent));
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
        Mix.below(Mix.hash(shape.options().seed(), host.hashCode()), SPREAD_MILLIS) * 1_000_000L;
    long mood = Mix.below(Mix.hash(shape.options().seed(), number), 20) * 1_000_000L;
    return NEAREST + distance + mood + (shape.isSlow(host) ? SLOW : 0);
  }

  private static byte[] bytes(WebAnswers.Answer answer) {
    byte[] head = answer.head().getBytes(StandardCharsets.US_ASCII);
    byte[] whole = java.util.Arrays.copyOf(head, head.length + answer.body().length);
    System.arraycopy(answer.body(), 0, whole, head.length, answer.body().length);
    return whole;
  }

  @Override
  public WebLinks links() {
    return links;
  }

  @Override
  public List<InetAddress> resolve(String name) {
    int host = shape.host(name);
    return List.of(host >= 0 ? shape.address(host) : InetAddress.ofLiteral(WebLinks.CDN_ADDRESS));
  }

  @Override
  public String seed() {
    return links.home(0) + "/";
  }

  @Override
  public void setDay(int today) {
    day = today;
  }

  @Override
  public long requests() {
    return requests;
  }

  @Override
  public long bytes() {
    return bytes;
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
