package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What can be done with an index without a network, as a user does it. */
class IndexCommandTest {
  private static final String LINES =
      """
      {"hash": "%s", "name": "=Tidewater, \\"S01E02\\" 1080p", "size": 30, "seeders": 12, "leechers": 3,
       "files": [{"path": "a/one.mkv", "length": 10}, {"path": "two.srt", "length": 20}]}
      {"infoHash": "%s", "name": "Amélie 2001", "size": 700, "source": "rarbg"}
      {"hash": "12", "name": "no hash"}
      not even JSON
      """
          .replace("\n ", " ")
          .formatted("aa".repeat(20), "BB".repeat(20));

  @TempDir private Path folder;
  private String store = "";
  private String errors = "";

  @BeforeEach
  void importTwo() throws IOException {
    store = folder.resolve("index.db").toString();
    Path file = Files.writeString(folder.resolve("two.jsonl"), LINES);
    JsonNode report = orb(0, "import", file.toString(), "--store", store);
    assertThat(report.path("added").asInt()).isEqualTo(2);
    assertThat(report.path("unreadable").asInt()).isEqualTo(2);
    assertThat(errors).contains("line 3 is skipped");
  }

  private JsonNode orb(int code, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    String text = said(code, all.toArray(String[]::new));
    return JsonMapper.shared().readTree(text.isBlank() ? "{}" : text);
  }

  private String said(int code, String... arguments) {
    List<String> all = new ArrayList<>(List.of("index"));
    all.addAll(List.of(arguments));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(all.toArray(String[]::new));
    errors = err.toString();
    assertThat(exit).as(errors).isEqualTo(code);
    return out.toString();
  }

  private List<String> found(String where, String... arguments) {
    List<String> all = new ArrayList<>(List.of("search", "--store", where));
    all.addAll(List.of(arguments));
    List<String> names = new ArrayList<>();
    orb(0, all.toArray(String[]::new))
        .path("results")
        .forEach(each -> names.add(each.path("name").asString()));
    return names;
  }

  @ParameterizedTest
  @ValueSource(strings = {"all.jsonl", "all.csv", "all.parquet"})
  void everyExportCanBeImported(String name) {
    String file = folder.resolve(name).toString();
    assertThat(orb(0, "export", file, "--store", store).path("torrents").asInt()).isEqualTo(2);
    String other = folder.resolve("other.db").toString();
    JsonNode report = orb(0, "import", file, "--store", other);
    assertThat(report.path("added").asInt()).isEqualTo(2);
    assertThat(report.path("unreadable").asInt()).isZero();
    assertThat(found(other, "tidewater", "--min-seeders", "10"))
        .containsExactly("=Tidewater, \"S01E02\" 1080p");
    assertThat(found(other, "amelie")).containsExactly("Amélie 2001");
    assertThat(found(other, "srt")).hasSize(name.endsWith(".csv") ? 0 : 1);
    assertThat(folder.toFile().list()).noneMatch(each -> each.endsWith(".part"));
  }

  @Test
  void peopleReadHeadingsFittingSizesAndMagnets() {
    String text =
        said(0, "search", "tidewater", "--store", store, "--category", "tv", "--max-size", "1GB");
    assertThat(text)
        .contains(
            "SIZE  SEEDERS  LEECHERS  NAME", " 30 B ", "magnet:?xt=urn:btih:" + "aa".repeat(20))
        .contains("1 torrents,");
    assertThat(said(0, "search", "tidewater", "--store", store, "--min-size", "1GB"))
        .contains("0 torrents,");
    assertThat(said(0, "stats", "--store", store)).doesNotContain("{", "FAILED=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"search", "stats", "export"})
  void helpNamesNoOptionThatDoesNothing(String command) {
    assertThat(said(0, command, "--help")).doesNotContain("--keep-info", "--quota-gb");
  }

  @Test
  void blockedNamesGoAndStayAway() {
    assertThat(orb(0, "block", "amelie", "--store", store).path("dropped").asInt()).isOne();
    assertThat(found(store, "amelie")).isEmpty();
    orb(0, "import", folder.resolve("two.jsonl").toString(), "--store", store);
    assertThat(found(store, "amelie")).isEmpty();
    assertThat(orb(0, "block", "aa".repeat(20), "--store", store).path("dropped").asInt()).isOne();
    assertThat(found(store)).isEmpty();
    orb(1, "block", "--remove", "unknown", "--store", store);
    assertThat(errors).contains("no rule 'unknown'");
    assertThat(orb(0, "block", "--remove", "amelie", "--store", store).path("words")).isEmpty();
  }

  @Test
  void rulesAreTriedOnNamesAndThenApplied() throws IOException {
    Path rules =
        Files.writeString(folder.resolve("rules.txt"), "kind video mkv\ncategory 7777 video\n");
    Path truth =
        Files.writeString(folder.resolve("truth.tsv"), "mkv\tSome name\t7777\t?\t\t\t\t\t\n");
    JsonNode measured =
        orb(0, "classify", "--rules", rules.toString(), "--measure", truth.toString());
    assertThat(measured.path("fields").path(0).path("precision").asDouble()).isEqualTo(1);
    JsonNode report = orb(0, "classify", "--rules", rules.toString(), "--store", store);
    assertThat(report.path("torrents").asInt()).isEqualTo(2);
    assertThat(report.path("changed").asInt()).isEqualTo(2);
  }

  @Test
  void whatIsWrongIsSaidInOneSentence() throws IOException {
    orb(1, "import", folder.resolve("missing.jsonl").toString(), "--store", store);
    assertThat(errors.strip()).contains("there is no file").doesNotContain("\n");
    orb(1, "export", folder.resolve("all.xls").toString(), "--store", store);
    assertThat(errors.strip()).contains("name it .jsonl, .csv or .parquet").doesNotContain("\n");
    String mistyped = folder.resolve("indx.db").toString();
    orb(1, "search", "x", "--store", mistyped);
    assertThat(errors.strip()).contains("there is no index at").doesNotContain("\n");
    assertThat(Path.of(mistyped)).doesNotExist();
    orb(1, "stats", "--store", "jdbc:mysql://x/y");
    assertThat(errors.strip()).contains("not jdbc:mysql").doesNotContain("\n");
    Files.writeString(folder.resolve("broken.db"), "this is no database at all, but text");
    orb(1, "stats", "--store", folder.resolve("broken.db").toString());
    assertThat(errors.strip()).contains("broken.db").doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "fetch zzz, neither 40 hexadecimal digits nor a magnet link",
    "fetch magnet:?xt=urn:btih:abc, neither 40 hexadecimal digits nor a magnet link",
    "run --connections 0, not a number of 1 or more",
    "run --report soon, not a number of 1 or more",
    "run --tcp-port 70000, a port is a number up to 65535",
    "run --bind nosuch0.invalid, no interface and no address here",
    "run --socks5 http://127.0.0.1, a proxy is written socks5://host:port",
    "serve --port 99999, a port is a number up to 65535"
  })
  void wrongUseIsToldBeforeAnythingIsStarted(String command, String sentence) {
    orb(2, command.split(" "));
    assertThat(errors.strip()).contains(sentence).doesNotContain("\n");
  }

  @Test
  void aListWithAWrongLineNamesTheLine() throws IOException {
    Path list = Files.writeString(folder.resolve("list.txt"), "# mine\n\n" + "00".repeat(19));
    orb(2, "fetch", list.toString());
    assertThat(errors.strip()).contains("line 3 of " + list).doesNotContain("\n");
  }

  @Test
  void nothingIsServedFromAMistypedIndex() {
    String mistyped = folder.resolve("indx.db").toString();
    orb(1, "serve", "--store", mistyped);
    assertThat(errors.strip()).contains("there is no index at").doesNotContain("\n");
    assertThat(Path.of(mistyped)).doesNotExist();
  }

  @Test
  void aTorrentIsShownWithItsNumbersElsewhere() throws IOException {
    Path table =
        Files.writeString(
            folder.resolve("titles.csv"), "title,year,kind,imdb\nAmelie,2001,film,tt211915\n");
    assertThat(orb(0, "titles", table.toString(), "--store", store).path("added").asInt()).isOne();
    String hash = orb(0, "search", "amelie", "--store", store).at("/results/0/hash").asString();
    JsonNode shown = orb(0, "show", hash, "--store", store);
    assertThat(shown.path("name").asString()).isEqualTo("Amélie 2001");
    assertThat(shown.has("evidence")).isTrue();
    orb(1, "show", "00".repeat(20), "--store", store);
    assertThat(errors).contains("the index has no torrent");
  }
}
