package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody types who does not know the program yet: each mistake is a sentence, at once. */
class WrongCrawlTest {
  @TempDir private Path data;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  WrongCrawlTest() {}

  private String refused(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addFirst("crawl");
    arguments.add("--data=" + data.resolve("d"));
    StringWriter out = new StringWriter();
    int code = CalledHere.orb(out, out, arguments.toArray(String[]::new));
    assertThat(code).as(out::toString).isIn(1, 2);
    assertThat(out.toString()).startsWith("orb: ").hasLineCount(1);
    assertThat(data.resolve("d")).doesNotExist();
    return out.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--workers=0|is not a number of 1 or more",
        "--max-size=0|is not a number of 1 or more",
        "--warc-size=-1|is not a number of 1 or more",
        "--host-attempts=0|is not a number of 1 or more",
        "--pages-per-host=0|is not a number of 1 or more",
        "--pages=0|--pages is a number of 1 or more",
        "--depth=-1|--depth is 0 or more clicks",
        "--gzip-level=12|from 1 to 9",
        "--delay=999999999d|no time is over 36500d",
        "--every=0s|--every must be longer than nothing",
        "--rounds=3|--rounds needs --every",
        "--learn-rhythm|--learn-rhythm needs --every",
        "--allow=http://127.0.0.1/|write a host's name alone, or addresses as 10.0.0.0/8",
        "--allow=10.0.0.0/99|write a host's name alone, or addresses as 10.0.0.0/8",
      })
  void aValueThatIsNoneIsRefusedWithWhatItShouldBe(String option, String sentence) {
    assertThat(refused("http://127.0.0.1:9/", option)).contains(sentence);
  }

  @Test
  void aFileThatIsNoListOfAddressesOrCookiesIsNamed() throws IOException {
    Path latin = data.resolve("latin.txt");
    Files.write(latin, "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(refused("--seeds=" + latin)).contains("latin.txt is no list of addresses");
    assertThat(refused("http://127.0.0.1:9/", "--cookies=" + latin))
        .contains("latin.txt is no cookies.txt");
    assertThat(refused("--seeds=" + data.resolve("none"))).contains("there is no file");
    Path marked = data.resolve("marked.txt");
    Files.writeString(marked, "\uFEFFgopher://127.0.0.1/\n");
    assertThat(refused("--seeds=" + marked))
        .as("some editors put a mark before the first line")
        .contains("\"gopher://127.0.0.1/\" is not a web address");
  }
}
