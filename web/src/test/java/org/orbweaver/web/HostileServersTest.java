package org.orbweaver.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.web.HostileWeb.bytes;
import static org.orbweaver.web.HostileWeb.page;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.orbweaver.fetch.http.FetchProblem;

/** Servers that mean harm by how they speak: endless, slow, broken, or leading astray. */
class HostileServersTest extends HostileWebTest {
  private static void forEver(OutputStream out, String piece) throws IOException {
    byte[] bytes = bytes(piece.repeat(Math.max(1, 8_192 / piece.length())));
    while (true) {
      out.write(bytes);
    }
  }

  private static boolean drip(OutputStream out, String piece)
      throws IOException, InterruptedException {
    while (true) {
      out.write(bytes(piece));
      out.flush();
      Thread.sleep(50);
    }
  }

  @Test
  void endlessBodiesAreCutAndTheCrawlGoesOn() throws Exception {
    web.add(
        "endless.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"));
          out.write(bytes(path + "<a href='/next'>"));
          forEver(out, "more ");
          return false;
        });
    web.add(
        "chunks.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
          forEver(out, "5\r\nhello\r\n");
          return false;
        });
    web.add(
        "promise.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\nContent-Length: 999999999999999\r\n\r\n"));
          forEver(out, "more ");
          return false;
        });
    crawl.run();
    assertThat(crawl.truncated())
        .containsEntry(web.url("endless.test", "/"), "LENGTH")
        .containsEntry(web.url("endless.test", "/next"), "LENGTH")
        .containsEntry(web.url("chunks.test", "/"), "LENGTH")
        .containsEntry(web.url("promise.test", "/"), "LENGTH");
    assertThat(crawl.counts().bytes()).isLessThan(5L * HostileCrawl.KEPT + (1 << 20));
  }

  @Test
  void headerFloodsAreGivenUp() throws Exception {
    web.add(
        "flood.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\n"));
          forEver(out, "X-Flood: yes\r\n");
          return false;
        });
    web.add(
        "interim.test",
        (path, out) -> {
          forEver(out, "HTTP/1.1 100 Continue\r\n\r\n");
          return false;
        });
    web.add(
        "line.test",
        (path, out) -> {
          forEver(out, "HTTP/1.1 200 OK and no end ");
          return false;
        });
    crawl.run();
    assertThat(crawl.counts().problems())
        .containsEntry("its headers have no end", 2L)
        .containsEntry("what it says is not HTTP", 1L);
  }

  @Test
  void slowDripEndsInTime() throws Exception {
    web.add(
        "body.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\n\r\n"));
          return drip(out, ".");
        });
    web.add("head.test", (path, out) -> drip(out, "H"));
    web.add(
        "header.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\n"));
          return drip(out, "X: y\r\n");
        });
    web.add(
        "silent.test",
        (path, out) -> {
          Thread.sleep(Duration.ofMinutes(1));
          return false;
        });
    web.add("robots.silent.test", (path, out) -> drip(out, "H"));
    long started = System.nanoTime();
    crawl.run();
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started)).isLessThan(30);
    assertThat(crawl.truncated()).containsEntry(web.url("body.test", "/"), "TIME");
    assertThat(crawl.counts().problems()).containsEntry("it took too long", 2L);
    assertThat(web.visits("robots.silent.test"))
        .isEqualTo(web.visits("robots.silent.test", "/robots.txt"));
  }

  @Test
  void redirectsThatLeadNowhereEnd() throws Exception {
    web.add("circle.test", (path, out) -> redirect(out, path.equals("/a") ? "/b" : "/a"));
    web.add("self.test", (path, out) -> redirect(out, "/"));
    web.add(
        "spiral.test",
        (path, out) -> redirect(out, "/" + (Integer.parseInt("0" + path.substring(1)) + 1)));
    web.add("broken.test", (path, out) -> redirect(out, "http://[::bad/ \u0000"));
    web.add(
        "refresh.test",
        (path, out) -> page(out, "<meta http-equiv=refresh content='0;url=" + path + "x'>"));
    crawl.run(web.url("circle.test", "/a"));
    assertThat(web.visits("circle.test", "/a")).isEqualTo(1);
    assertThat(web.visits("circle.test", "/b")).isEqualTo(1);
    assertThat(web.visits("self.test", "/")).isEqualTo(1);
    assertThat(web.visits("spiral.test")).isEqualTo(12); // ten hops, the first page, robots.txt
    assertThat(web.visits("refresh.test")).isEqualTo(12);
    assertThat(web.visits("broken.test", "/")).isEqualTo(1);
  }

  private static boolean redirect(OutputStream out, String target) throws IOException {
    out.write(bytes("HTTP/1.1 302 Found\r\nLocation: " + target + "\r\nContent-Length: 0\r\n\r\n"));
    return true;
  }

  @Test
  void brokenHttpCostsItsOwnHostOnly() throws Exception {
    web.add("ssh.test", (path, out) -> says(out, "SSH-2.0-OpenSSH_9.2\r\n"));
    web.add("status.test", (path, out) -> says(out, "HTTP/1.1 9999999 Wow\r\n\r\n"));
    web.add("hangup.test", (path, out) -> says(out, ""));
    web.add(
        "half.test", (path, out) -> says(out, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf"));
    web.add(
        "minus.test", (path, out) -> says(out, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nall"));
    web.add(
        "two.test",
        (path, out) ->
            says(out, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 9\r\n\r\nall"));
    web.add(
        "chunk.test",
        (path, out) ->
            says(
                out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx"));
    web.add(
        "nochunk.test",
        (path, out) ->
            says(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot hex\r\n"));
    crawl.run();
    assertThat(crawl.counts().problems())
        .containsEntry("what it says is not HTTP", 2L)
        .containsEntry("it hung up before an answer", 1L);
    assertThat(crawl.truncated())
        .containsEntry(web.url("half.test", "/"), "DISCONNECT")
        .containsEntry(web.url("chunk.test", "/"), "DISCONNECT")
        .containsEntry(web.url("nochunk.test", "/"), "DISCONNECT");
  }

  private static boolean says(OutputStream out, String text) throws IOException {
    out.write(bytes(text));
    return false;
  }

  @Test
  void linksAndRedirectsIntoThePrivateNetworkAreRefused() throws Exception {
    web.add(
        "outside.test", (path, out) -> redirect(out, "http://169.254.169.254/latest/meta-data/"));
    String disguised = "http://0xa.1/"; // the first one again
    crawl.run("http://10.0.0.1/", "http://[::1]:22/", disguised, "http://192.168.1.1/admin");
    assertThat(crawl.counts().problems()).containsEntry(FetchProblem.REFUSED_ADDRESS.because(), 4L);
  }
}
