package org.orbweaver.lab.up;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.orbweaver.sim.web.WebAnswers;
import org.orbweaver.sim.web.WebLinks;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.sim.web.WebTruth;

/**
 * What a synthetic web says on a day that it did not say before, by the web itself and not by what
 * anybody fetched: each answer that is new, its headers and its plain body compressed by itself. A
 * body that the web has given out before, at whatever address, is not new.
 */
final class NewBytes {
  private final WebTruth truth;
  private final WebAnswers answers;
  private final Set<String> seen = new HashSet<>();

  NewBytes(WebShape shape, WebLinks links) {
    this.truth = new WebTruth(shape, links);
    this.answers = new WebAnswers(shape, links);
  }

  /** Of a day; days are asked for in their order, each once. */
  long of(int day) throws IOException {
    long bytes = 0;
    for (String address : truth.expected(day)) {
      int slash = address.indexOf('/');
      WebAnswers.Answer answer =
          answers.answer(address.substring(0, slash), address.substring(slash), day, null, false);
      if (seen.add(new String(answer.body(), StandardCharsets.ISO_8859_1))) {
        bytes += compressed(answer);
      }
    }
    return bytes;
  }

  private static long compressed(WebAnswers.Answer answer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(answer.headers().getBytes(StandardCharsets.US_ASCII));
      gzip.write(answer.body());
    }
    return bytes.size();
  }
}
