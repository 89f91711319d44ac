package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.cli.CalledHere.Run;

/** An index instead of WARC files: what it names is shown without having been read. */
class CdxImportTest {
  @TempDir private Path scratch;

  private static byte[] record(String type, String url, String date, String more, String body) {
    byte[] http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(body.length(), body)
            .getBytes(StandardCharsets.US_ASCII);
    String head =
        "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%s>\r\nWARC-Date: %s\r\n"
                .formatted(type, new UUID(1, (url + date).hashCode()), date)
            + "WARC-Target-URI: %s\r\n%s".formatted(url, more)
            + "Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
                .formatted(http.length);
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    record.writeBytes(http);
    record.writeBytes("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return record.toByteArray();
  }

  private Run archive(String... arguments) {
    return CalledHere.orb(
        Stream.concat(
                Stream.concat(Stream.of("archive"), Stream.of(arguments)),
                Stream.of("--data", scratch.resolve("data").toString()))
            .toArray(String[]::new));
  }

  private String got(String url) throws IOException {
    Path file = scratch.resolve("got");
    Run run = archive("get", url, "--collection", "told", "--out", file.toString());
    assertThat(run.code()).as(run.err()).isZero();
    return Files.readString(file);
  }

  private Path warc() throws IOException {
    Path folder = Files.createDirectories(scratch.resolve("files"));
    Path warc = folder.resolve("pages.warc");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String page = "<title>kept</title>the words of a page";
    all.writeBytes(record("response", "http://a.example/", "2025-01-01T00:00:00Z", "", page));
    all.writeBytes(
        record("response", "https://www.b.example/x?y=1", "2025-01-02T00:00:00Z", "", "other"));
    Files.write(warc, all.toByteArray());
    return warc;
  }

  @Test
  void whatACdxjFileNamesIsShownAndSaysTheSame() throws IOException {
    Path warc = warc();
    assertThat(archive("import", warc.toString(), "--collection", "read").code()).isZero();
    Path cdxj = warc.resolveSibling("index.cdxj");
    Run exported = archive("export", cdxj.toString(), "--collection", "read");
    assertThat(exported.code()).as(exported.err()).isZero();
    assertThat(Files.readString(cdxj)).contains("\"filename\":\"pages.warc\"");

    Run told = archive("import", cdxj.toString(), "--collection", "told", "--json");
    assertThat(told.code()).as(told.err()).isZero();
    assertThat(told.out()).contains("\"captures\":2").contains("\"leftOut\":0");
    assertThat(got("http://a.example/")).contains("the words of a page");
    Path again = scratch.resolve("again.cdxj");
    assertThat(archive("export", again.toString(), "--collection", "told").code()).isZero();
    assertThat(again).hasSameTextualContentAs(cdxj);
    Run verified = archive("verify", "told");
    assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
  }

  @Test
  void elevenColumnsWithNonsenseBetweenAndAFileThatIsNotThere() throws IOException {
    Path warc = warc();
    long second = Files.readString(warc, StandardCharsets.US_ASCII).lastIndexOf("WARC/1.0");
    Path cdx = warc.resolveSibling("all.cdx");
    Files.write(
        cdx,
        List.of(
            " CDX N b a m s k r M S V g",
            "example,a)/ 20250101000000 http://a.example/ text/html 200 "
                + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - - 100 0 pages.warc",
            "nonsense",
            "example,a)/ 20259901000000 http://a.example/ text/html 200 - - - 1 0 pages.warc",
            "org,dns)/ 20250101000000 dns:a.example text/dns 200 - - - 1 0 pages.warc",
            "",
            "example,b)/x?y=1 20250102000000 https://www.b.example/x?y=1 text/html 200 "
                + "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - - 100 %d pages.warc".formatted(second),
            "example,c)/ 20250101000000 http://c.example/ text/html 200 "
                + "CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - - 100 0 lost.warc.gz",
            "example,b)/x?y=1 20250301000000 https://www.b.example/x?y=1 warc/revisit - "
                + "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA - - 99 0 pages.warc"));
    Run told = archive("import", cdx.toString(), "--collection", "told", "--json");
    assertThat(told.code()).as(told.err()).isZero();
    assertThat(told.out()).contains("\"captures\":4").contains("\"leftOut\":3");
    assertThat(told.out()).contains("lost.warc.gz, which is not beside it");
    assertThat(got("https://www.b.example/x?y=1")).contains("other");
    Run lost = archive("get", "http://c.example/", "--collection", "told");
    assertThat(lost.code()).isNotZero();
    assertThat(lost.err()).doesNotContain("Exception");
    Run copied = archive("import", cdx.toString(), "--collection", "other", "--copy");
    assertThat(copied.code()).isNotZero();
    assertThat(copied.err()).contains("leave out --copy");
  }

  @Test
  void ofACutFileEverySoundRecordIsKeptAndTheRestWhenItComes() throws IOException {
    byte[] first = record("response", "http://a.example/", "2025-01-01T00:00:00Z", "", "one");
    byte[] last = record("response", "http://a.example/x", "2025-01-02T00:00:00Z", "", "two");
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (byte[] each : List.of(first, last)) {
      try (GZIPOutputStream member = new GZIPOutputStream(packed)) {
        member.write(each);
      }
    }
    byte[] whole = packed.toByteArray();
    for (int cut : new int[] {1, 40, 150}) {
      Path file = scratch.resolve("cut-" + cut + ".warc.gz");
      Files.write(file, Arrays.copyOf(whole, whole.length - cut));
      String[] command = {"import", file.toString(), "--collection", "cut" + cut, "--json"};
      Run begun = archive(command);
      assertThat(begun.out()).as("cut by " + cut).contains("\"captures\":1,");
      assertThat(begun.out()).contains("cannot be read from byte");
      Run verified = archive("verify", "cut" + cut, "--json");
      assertThat(verified.out()).contains("\"records\":1,").contains("\"damaged\":1,");
      Files.write(file, whole); // it was still being written
      assertThat(archive(command).out()).as("cut by " + cut).contains("\"captures\":1,");
      Run listed = archive("list", "a.example/*", "--collection", "cut" + cut);
      assertThat(listed.out().lines()).hasSize(2);
    }
  }

  @Test
  void whileItIsServedOthersReadAlongAndItsWordsBecomeSearchable()
      throws IOException, InterruptedException {
    assertThat(archive("import", warc().toString(), "--collection", "shown").code()).isZero();
    StringWriter out = new StringWriter();
    Thread server =
        Thread.ofVirtual()
            .start(
                () ->
                    CalledHere.orb(
                        out,
                        out,
                        "archive",
                        "serve",
                        "--search",
                        "--data",
                        scratch.resolve("data").toString(),
                        "--port",
                        "0",
                        "--replay-port",
                        "0",
                        "--seconds",
                        "30",
                        "--json"));
    while (!out.toString().contains("address") && server.isAlive()) {
      Thread.sleep(50);
    }
    String own = out.toString().replaceAll("(?s).*\"address\":\"([^\"]*)/\".*", "$1");
    Run listed = archive("list", "a.example/*", "--collection", "shown");
    assertThat(listed.code()).as(listed.err()).isZero();
    assertThat(listed.out()).contains("http://a.example/");
    Run more = archive("import", warc().toString(), "--collection", "shown");
    assertThat(more.code()).as("known files are no change").isZero();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest search = HttpRequest.newBuilder(URI.create(own + "/search?q=words")).build();
      String page = "";
      while (!page.contains("1 found") && server.isAlive()) {
        page = client.send(search, HttpResponse.BodyHandlers.ofString()).body();
        Thread.sleep(200);
      }
      assertThat(page).as(out.toString()).contains("<b>words</b>");
    }
    server.interrupt();
    server.join();
  }
}
