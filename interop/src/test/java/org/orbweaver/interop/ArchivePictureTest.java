package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.cli.Main;

/** Two captures of a page as Chromium draws them, by {@code orb archive diff --picture}. */
@RealComponent(Component.CHROMIUM)
class ArchivePictureTest {
  private static final int RED = 0xffcc0000;

  @TempDir Path directory;

  private static byte[] response(String url, String date, String type, String body) {
    String http =
        "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(type, body.length(), body);
    String fields =
        "WARC-Type: response\nWARC-Record-ID: <urn:uuid:%s>\nWARC-Date: %s\nWARC-Target-URI: %s"
            .formatted(new UUID(7, body.hashCode()), date, url);
    String kind = "Content-Type: application/http; msgtype=response";
    String head = String.join("\n", "WARC/1.0", fields, kind, "Content-Length: " + http.length());
    String record = head.replace("\n", "\r\n") + "\r\n\r\n" + http + "\r\n\r\n";
    return record.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void whatAStyleOfThatTimeChangedIsRed() throws IOException, InterruptedException {
    String page = "<!doctype html><link rel=stylesheet href=/s.css><div>box</div>";
    ByteArrayOutputStream warc = new ByteArrayOutputStream();
    for (String year : new String[] {"2024", "2025"}) {
      String color = year.equals("2024") ? "green" : "blue";
      String style =
          "div{position:absolute;top:100px;left:100px;width:200px;height:100px;color:"
              + color
              + ";background:"
              + color
              + "}";
      warc.write(response("http://a.example/", year + "-05-01T00:00:00Z", "text/html", page));
      warc.write(response("http://a.example/s.css", year + "-05-01T00:00:02Z", "text/css", style));
    }
    Path file = directory.resolve("two.warc");
    Files.write(file, warc.toByteArray());
    Path picture = directory.resolve("both.png");
    Path said = directory.resolve("said.txt");
    Process orb =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "archive",
                "diff",
                "http://a.example/",
                "2024",
                "2025",
                "--picture",
                picture.toString(),
                "--browser-no-sandbox",
                "--collection",
                file.toString(),
                "--data",
                directory.resolve("data").toString(),
                "--json")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(orb.waitFor(120, TimeUnit.SECONDS)).isTrue();
    String report = Files.readString(said);
    assertThat(orb.exitValue()).as(report).isZero();
    assertThat(report).contains("\"different\":20000");
    BufferedImage both = ImageIO.read(picture.toFile());
    int third = (both.getWidth() - 16) / 3;
    assertThat(both.getRGB(150, 150)).isEqualTo(0xff008000);
    assertThat(both.getRGB(third + 8 + 150, 150)).isEqualTo(0xff0000ff);
    assertThat(both.getRGB(2 * (third + 8) + 150, 150)).isEqualTo(RED);
    assertThat(both.getRGB(2 * (third + 8) + 50, 50)).isNotEqualTo(RED);
  }
}
