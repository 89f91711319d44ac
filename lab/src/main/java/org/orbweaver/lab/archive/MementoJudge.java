package org.orbweaver.lab.archive;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.orbweaver.archive.replay.Timestamp;

/**
 * A Memento client that others wrote, PyPI's memento_client, asks our TimeGate. It looks at the
 * live pages first: a proxy of ours stands for all of the live web, and knows nothing of Memento.
 */
final class MementoJudge {
  private static final String SCRIPT = "memento_judge.py";

  private MementoJudge() {}

  /**
   * @param wrong asked times for which the client got another than the nearest, the first or the
   *     last
   */
  record Verdict(int asked, int wrong, List<String> examples) {}

  static Verdict ask(
      Path python, Path scratch, String own, CapturedSites captured, int pairs, Random random)
      throws IOException, InterruptedException {
    Path script = scratch.resolve(SCRIPT);
    try (InputStream in =
        Objects.requireNonNull(MementoJudge.class.getResourceAsStream(SCRIPT), SCRIPT)) {
      Files.write(script, in.readAllBytes());
    }
    StringBuilder questions = new StringBuilder();
    List<String> pages = captured.pages();
    for (int i = 0; i < pairs; i++) {
      Instant at = Instant.ofEpochSecond(1_520_000_000L + random.nextInt(7 * 365 * 86_400));
      questions.append(pages.get(random.nextInt(pages.size()))).append(' ');
      questions.append(Timestamp.of(at)).append('\n');
    }
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    web.start();
    try {
      Path asked = Files.writeString(scratch.resolve("memento-questions.txt"), questions);
      ProcessBuilder builder =
          new ProcessBuilder(python.toString(), script.toString(), own + "timegate/")
              .redirectInput(asked.toFile())
              .redirectErrorStream(true);
      builder.environment().put("http_proxy", "http://127.0.0.1:" + web.getAddress().getPort());
      builder.environment().put("no_proxy", "127.0.0.1");
      Process process = builder.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("memento_client failed: " + said);
      }
      return verdict(captured, pairs, said);
    } finally {
      web.stop(0);
    }
  }

  /** A TimeGate may name the first and the last memento (RFC 7089 §2.2), and need not. */
  private static boolean isOrUnsaid(String said, Instant meant) {
    return said.equals("-") || said.equals(Timestamp.of(meant));
  }

  private static Verdict verdict(CapturedSites captured, int pairs, String said) {
    int right = 0;
    List<String> examples = new ArrayList<>();
    for (String line : said.lines().toList()) {
      String[] words = line.split(" ");
      if (words.length != 5 || words[2].equals("-")) {
        examples.add(line);
        continue;
      }
      Instant at = Timestamp.start(words[1]);
      long distance = Math.abs(Timestamp.start(words[2]).getEpochSecond() - at.getEpochSecond());
      boolean isRight =
          distance == captured.distance(words[0], at)
              && isOrUnsaid(words[3], captured.times(words[0]).first())
              && isOrUnsaid(words[4], captured.times(words[0]).last());
      right += isRight ? 1 : 0;
      if (!isRight) {
        examples.add(line);
      }
    }
    return new Verdict(pairs, pairs - right, examples.subList(0, Math.min(10, examples.size())));
  }
}
