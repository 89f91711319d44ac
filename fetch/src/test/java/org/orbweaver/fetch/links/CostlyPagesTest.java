package org.orbweaver.fetch.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.scope.TrapWatch;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Pages that were made to cost processor time: two megabytes of none may take more than a few
 * seconds. What is tried anew from each letter takes hours: thirty kilobytes of commas in a source
 * set once took four seconds, twenty links of eight kilobytes fifteen.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CostlyPagesTest {
  private static final WebUrl PAGE = WebUrl.of("http://h.example/dir/page.html");
  private static final int WHOLE = 2 << 20;
  private static final long MOST = TimeUnit.SECONDS.toNanos(5);

  private static long cost(Runnable work) {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    work.run();
    return threads.getCurrentThreadCpuTime() - before;
  }

  private static String filled(String before, String piece, String after) {
    int times = (WHOLE - before.length() - after.length()) / piece.length();
    return before + piece.repeat(times) + after;
  }

  private static String filled(String piece) {
    return filled("", piece, "");
  }

  private static String links(int length, IntFunction<String> address) {
    return IntStream.range(0, WHOLE / (length + 20))
        .mapToObj(i -> "<a href=\"" + address.apply(i) + "\">x</a>")
        .collect(Collectors.joining());
  }

  static Stream<Arguments> pages() {
    return Stream.of(
        Arguments.of("refresh", filled("<meta http-equiv=refresh content='0;url=x", " ", "x'>")),
        Arguments.of("numbers", filled("<meta http-equiv=refresh content='", "0", "x'>")),
        Arguments.of("source set", filled("<img srcset='a", ",", "b,'>")),
        Arguments.of("image set", filled("<style>p{x:image-set(", "a", ")}</style>")),
        Arguments.of("image sets", filled("<style>p{x:", "image-set(a(", "}</style>")),
        Arguments.of("urls in styles", filled("<style>", "url(\"\\", "</style>")),
        Arguments.of("comments in styles", filled("<style>", "/*/", "</style>")),
        Arguments.of("styles", filled("<p style='url('>")),
        Arguments.of("references", filled("<a href='", "&am", "'>")),
        Arguments.of("long references", filled("<a href='&", "a", "'>")),
        Arguments.of("numeric references", filled("<a href='", "&#x1", "'>")),
        Arguments.of("attributes", filled("<a ", "x ", ">")),
        Arguments.of("relations", filled("<a rel='", "x ", "' href=/>")),
        Arguments.of("tags", filled("<a>")),
        Arguments.of("brackets", filled("<")),
        Arguments.of("documents", filled("<iframe srcdoc='<a href=/x>'></iframe>")),
        Arguments.of("scripts", filled("<script><!--")),
        Arguments.of("escapes", links(8_000, i -> "/" + "%3".repeat(3_990) + "36" + i)),
        Arguments.of("segments", links(8_000, i -> "/a".repeat(3_990) + i)),
        Arguments.of("dots", links(8_000, i -> "/a/..".repeat(1_590) + i)),
        Arguments.of("labels", links(8_000, i -> "//" + "ü.".repeat(3_990) + i)),
        Arguments.of("a name of marks", links(8_000, i -> "//a" + "\u0301".repeat(3_990) + i)),
        Arguments.of("letters", links(8_000, i -> "?" + "ü".repeat(3_990) + i)));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void noPageTakesMoreThanSeconds(String kind, String html) {
    byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
    assertThat(cost(() -> LinkExtractor.extract(PAGE, "text/html", null, bytes)))
        .as(kind)
        .isLessThan(MOST);
  }

  @Test
  void aHeadOfBracketsTakesNoTime() {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nRefresh: 0;"
            + " ".repeat(30_000)
            + "x\r\nLink: "
            + "<".repeat(30_000)
            + "\r\n\r\n";
    byte[] bytes = head.getBytes(StandardCharsets.UTF_8);
    assertThat(
            cost(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    try (Response response =
                        Response.stored(new ByteArrayInputStream(bytes), Response.ANY_SIZE)) {
                      LinkExtractor.extract(PAGE, response);
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  }
                }))
        .isLessThan(MOST);
  }

  /** A gzip header that says that a file name follows, which never ends. */
  private static byte[] endlessName(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'a');
    System.arraycopy(new byte[] {0x1f, (byte) 0x8b, 8, 8, 0, 0, 0, 0, 0, 0}, 0, bytes, 0, 10);
    return bytes;
  }

  private static long unpacking(String encoding, byte[] body) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ";
    answer.writeBytes((head + encoding + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    answer.writeBytes(body);
    try (Response response =
        Response.stored(new ByteArrayInputStream(answer.toByteArray()), Response.ANY_SIZE)) {
      return cost(() -> LinkExtractor.extract(PAGE, response));
    }
  }

  @Test
  void aNameWithoutEndIsNotReadForHours() throws IOException {
    assertThat(unpacking("gzip", endlessName(16 << 20))).isLessThan(MOST);
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (OutputStream packing = new GZIPOutputStream(bomb)) {
      packing.write(endlessName(1 << 20));
      byte[] more = "a".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 300; i++) {
        packing.write(more);
      }
    }
    assertThat(unpacking("gzip, gzip", bomb.toByteArray())).isLessThan(MOST);
  }

  @Test
  void theKindsOfLongAddressesTakeNoTime() {
    List<WebUrl> links =
        IntStream.range(0, 1_000)
            .mapToObj(i -> WebUrl.of("http://h.example/" + "gh".repeat(4_000) + "?1" + i))
            .toList();
    TrapWatch watch = new TrapWatch(600, List.of(), trap -> {});
    assertThat(cost(() -> watch.visited(PAGE, () -> new long[] {1, 2, 3}, links))).isLessThan(MOST);
  }

  @Test
  void aMillionLinesThatAreNoAddressesTakeNoRoom() {
    byte[] lines = "a\n".repeat(WHOLE / 2).getBytes(StandardCharsets.UTF_8);
    WebUrl list = WebUrl.of("http://h.example/list.txt");
    assertThat(LinkExtractor.extract(list, "text/plain", null, lines).links()).isEmpty();
  }

  @Test
  void oneSpellingIsFoundInOneReading() {
    assertThat(Canonical.of(WebUrl.of("http://h.example/%3%3%36")).path()).isEqualTo("/6");
    assertThat(Canonical.of(WebUrl.of("http://h.example/%0%65e")).path()).isEqualTo("/%0Ee");
    assertThat(Canonical.of(WebUrl.of("http://h.example/%2541")).path()).isEqualTo("/%2541");
    assertThat(Canonical.of(WebUrl.of("http://h.example/%%32%66")).path()).isEqualTo("/%2F");
  }

  @Test
  void rulesOfRobotsAreSoonAsked() {
    String rules =
        "User-agent: *\n"
            + IntStream.range(0, 60)
                .mapToObj(i -> "Disallow: /*" + "a".repeat(8_000) + "b" + i + "\n")
                .collect(Collectors.joining());
    WebUrl robots = WebUrl.of("http://h.example/robots.txt");
    WebUrl asked = WebUrl.of("http://h.example/" + "a".repeat(8_000));
    long[] cost = new long[1];
    cost[0] =
        cost(
            () -> {
              RobotsRules read =
                  RobotsRules.of(robots, 200, rules.getBytes(StandardCharsets.UTF_8), "orbweaver");
              assertThat(read.allows(asked)).isTrue();
            });
    assertThat(cost[0]).isLessThan(MOST);
  }
}
