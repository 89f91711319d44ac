package org.orbweaver.sim.web;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A synthetic web that somebody serves, over sockets or in virtual time. */
public abstract class ServedWeb {
  private final WebShape shape;
  private final WebLinks links;
  private final WebAnswers answers;
  private final Consumer<String> visits;
  private final LongAdder requests = new LongAdder();
  private final LongAdder headBytes = new LongAdder();
  private final LongAdder bodyBytes = new LongAdder();
  private volatile int day;

  /**
   * @param visits told of every host and path asked for
   */
  ServedWeb(WebShape shape, int port, Consumer<String> visits) {
    this.shape = shape;
    this.links = new WebLinks(shape, port);
    this.answers = new WebAnswers(shape, links);
    this.visits = visits;
  }

  /** What its server sends; the visit is noted. */
  final byte[] answer(String host, String path, @Nullable String etag, boolean gzip) {
    WebAnswers.Answer answer = answers.answer(host, path, day, etag, gzip);
    byte[] head = answer.head().getBytes(StandardCharsets.US_ASCII);
    byte[] whole = Arrays.copyOf(head, head.length + answer.body().length);
    System.arraycopy(answer.body(), 0, whole, head.length, answer.body().length);
    requests.increment();
    headBytes.add(head.length);
    bodyBytes.add(answer.body().length);
    visits.accept(host + path);
    return whole;
  }

  final WebShape shape() {
    return shape;
  }

  public final WebLinks links() {
    return links;
  }

  /** Where a host of this web is; the other hosts its pages name are here too. */
  public final List<InetAddress> resolve(String name) {
    int host = shape.host(name);
    return List.of(host >= 0 ? shape.address(host) : InetAddress.ofLiteral(WebLinks.CDN_ADDRESS));
  }

  /** The pages' first address. */
  public final String seed() {
    return links.home(0) + "/";
  }

  public final void setDay(int today) {
    day = today;
  }

  /** Answered so far. */
  public final long requests() {
    return requests.sum();
  }

  /** Sent so far. */
  public final long bytes() {
    return headBytes.sum() + bodyBytes.sum();
  }

  /** Of those, what was no status line and no header. */
  public final long bodyBytes() {
    return bodyBytes.sum();
  }

  /** Requests that came before the host's pause was over. */
  public abstract long tooSoon();

  /** Requests that came while another to the same address was being answered. */
  public abstract long atOnce();
}
