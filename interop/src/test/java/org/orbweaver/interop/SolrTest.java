package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.cli.Main;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code orb archive export} sends, found again by Apache Solr. */
class SolrTest {
  @TempDir private static Path directory;
  private static Process solr;
  private static String address;

  @BeforeAll
  static void start() throws IOException {
    Path home = Files.createDirectories(directory.resolve("solr"));
    Files.writeString(home.resolve("solr.xml"), "<solr></solr>");
    Path conf = Files.createDirectories(home.resolve("web/conf"));
    Files.writeString(home.resolve("web/core.properties"), "name=web\n");
    for (String name : new String[] {"solrconfig.xml", "schema.xml"}) {
      try (InputStream in = SolrTest.class.getResourceAsStream("solr/" + name)) {
        Files.copy(in, conf.resolve(name));
      }
    }
    Path module = Path.of("").toAbsolutePath().resolveSibling("interop-solr").resolve("target");
    solr =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dsolr.log.dir=" + directory.resolve("logs"),
                "-cp",
                module.resolve("classes")
                    + ":"
                    + Files.readString(module.resolve("class-path.txt")),
                "org.orbweaver.interop.solr.SolrServer",
                home.toString())
            .redirectError(directory.resolve("solr.log").toFile())
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(solr.getInputStream(), StandardCharsets.UTF_8));
    String line;
    while ((line = said.readLine()) != null && !line.startsWith("port ")) {
      // its own words
    }
    assertThat(line).as(Files.readString(directory.resolve("solr.log"))).isNotNull();
    address = "http://127.0.0.1:" + line.substring(5) + "/solr/web";
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    solr.getOutputStream().close();
    if (!solr.waitFor(20, TimeUnit.SECONDS)) {
      solr.destroyForcibly();
    }
  }

  private static byte[] response(String url, String date, String body) {
    byte[] text = body.getBytes(StandardCharsets.UTF_8);
    String http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n"
            .formatted(text.length);
    String head =
        "WARC/1.0\nWARC-Type: response\nWARC-Record-ID: <urn:uuid:%s>\nWARC-Date: %s\n"
                .formatted(new UUID(19, (url + date).hashCode()), date)
            + "WARC-Target-URI: %s\nContent-Type: application/http; msgtype=response\n"
                .formatted(url)
            + "Content-Length: %d\n\n".formatted(http.length() + text.length);
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(head.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    record.writeBytes(http.getBytes(StandardCharsets.UTF_8));
    record.writeBytes(text);
    record.writeBytes("\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    return record.toByteArray();
  }

  private record Run(int code, String said) {}

  private static Run orb(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    Path said = Files.createTempFile(directory, "orb", ".txt");
    Process orb =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(orb.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Run(orb.exitValue(), Files.readString(said));
  }

  private static JsonNode ask(String query) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      String url =
          address + "/select?rows=100&q=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(url)).build(),
              HttpResponse.BodyHandlers.ofString());
      return JsonMapper.shared().readTree(answer.body()).path("response");
    }
  }

  @Test
  void whatAnExportSendsIsFoundByItsFields() throws IOException, InterruptedException {
    String data = directory.resolve("data").toString();
    Path warc = directory.resolve("pages.warc");
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int page = 0; page < 450; page++) {
      records.writeBytes(
          response(
              "https://www.example.org/page-" + page,
              "2025-03-04T05:06:07Z",
              "<html lang=de><title>Seite %d</title>Wörter, darunter wort%d. <a href=http://b.example.net/>b</a>"
                  .formatted(page, page)));
    }
    records.writeBytes(
        response(
            "https://www.example.org/page-7", "2026-01-01T00:00:00Z", "<title>neu</title>anders"));
    records.writeBytes(
        response(
            "https://www.example.org/gone", "2026-01-01T00:00:00Z", "<title>gone</title>gone"));
    Files.write(warc, records.toByteArray());
    Run imported = orb("archive", "import", warc.toString(), "--collection", "c", "--data", data);
    assertThat(imported.code()).as(imported.said()).isZero();
    Files.writeString(
        Path.of(data).resolve("access.txt"), "block https://www.example.org/gone taken down\n");
    for (int time = 0; time < 2; time++) { // what is sent twice replaces itself
      Run sent = orb("archive", "export", address, "--data", data, "--json");
      assertThat(sent.code()).as(sent.said()).isZero();
      assertThat(sent.said()).contains("\"captures\":451");
    }
    assertThat(ask("*:*").path("numFound").asInt()).isEqualTo(451);
    assertThat(ask("url:\"https://www.example.org/gone\"").path("numFound").asInt()).isZero();
    JsonNode found = ask("content:wort7");
    assertThat(found.path("numFound").asInt()).isOne();
    JsonNode page = found.path("docs").get(0);
    assertThat(page.path("url").asString()).isEqualTo("https://www.example.org/page-7");
    assertThat(page.path("url_norm").asString()).isEqualTo("http://example.org/page-7");
    assertThat(page.path("wayback_date").asLong()).isEqualTo(20250304050607L);
    assertThat(page.path("crawl_date").asString()).isEqualTo("2025-03-04T05:06:07Z");
    assertThat(page.path("content_language").asString()).isEqualTo("de");
    assertThat(page.path("content_type_norm").asString()).isEqualTo("html");
    assertThat(page.path("domain").asString()).isEqualTo("example.org");
    assertThat(page.path("source_file_path").asString()).endsWith("pages.warc");
    assertThat(page.path("links_domains").get(0).asString()).isEqualTo("example.net");
    byte[] file = Files.readAllBytes(warc);
    int offset = page.path("source_file_offset").asInt();
    assertThat(new String(file, offset, 400, StandardCharsets.UTF_8))
        .as("a reader of the WARC file finds the record there")
        .startsWith("WARC/1.0")
        .contains("page-7\r\n");
    assertThat(ask("crawl_year:2026").path("docs").get(0).path("title").asString())
        .isEqualTo("neu");
  }

  @Test
  void aCollectionThatIsNotThereIsSaidInASentence() throws IOException, InterruptedException {
    String data = directory.resolve("other").toString();
    Path warc = directory.resolve("one.warc");
    Files.write(warc, response("http://a.example/", "2026-01-01T00:00:00Z", "some words"));
    orb("archive", "import", warc.toString(), "--collection", "c", "--data", data);
    Run sent = orb("archive", "export", address + "x", "--data", data);
    assertThat(sent.code()).isNotZero();
    assertThat(sent.said()).contains("404").doesNotContain("Exception").hasSizeLessThan(400);
  }
}
