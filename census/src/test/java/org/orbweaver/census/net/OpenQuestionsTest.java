package org.orbweaver.census.net;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class OpenQuestionsTest {
  private record Sent(Endpoint to, AskedQuestion question, long at) {}

  private static AskedQuestion question(int number) {
    return new AskedQuestion(number, new Question(number, Key.ZERO), 1, true);
  }

  /** Against a map of what was sent, with random answers, forgeries and times. */
  @Test
  void everyQuestionEndsOnceByItsAnswerOrInTime() {
    for (long seed = 1; seed <= 3; seed++) {
      Random random = new Random(seed);
      OpenQuestions open = new OpenQuestions(random);
      Map<Long, Sent> model = new HashMap<>();
      List<Integer> givenUp = new ArrayList<>();
      long now = 0;
      for (int step = 0; step < 4_000; step++) {
        now += random.nextInt(3);
        if (random.nextInt(3) > 0) {
          Endpoint to = Endpoint.v4(random.nextInt(), 1);
          AskedQuestion question = question(step);
          model.put(open.add(now, to, question), new Sent(to, question, now));
        }
        if (!model.isEmpty() && random.nextInt(3) == 0) {
          long transaction = model.keySet().iterator().next();
          Sent sent = requireNonNull(model.get(transaction));
          assertThat(open.find(sent.to().withPort(2), transaction)).isEqualTo(-1);
          assertThat(open.find(sent.to(), transaction ^ 1)).isEqualTo(-1);
          int place = open.find(sent.to(), transaction);
          assertThat(open.sentAt(place)).isEqualTo(sent.at());
          assertThat(open.take(place)).isEqualTo(sent.question());
          assertThat(open.find(sent.to(), transaction)).isEqualTo(-1);
          model.remove(transaction);
        }
        givenUp.clear();
        open.advance(now, 500, 2_000, (time, to, question) -> givenUp.add((int) question.number()));
        long time = now;
        List<Integer> expected =
            model.values().stream()
                .filter(sent -> time - sent.at() >= 2_000)
                .map(sent -> (int) sent.question().number())
                .toList();
        assertThat(givenUp).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
        model.values().removeIf(sent -> time - sent.at() >= 2_000);
        assertThat(open.size()).isEqualTo(model.size());
        assertThat(open.fresh())
            .isEqualTo(
                (int) model.values().stream().filter(sent -> time - sent.at() < 500).count());
      }
    }
  }
}
