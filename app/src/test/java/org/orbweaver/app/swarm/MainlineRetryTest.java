package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

class MainlineRetryTest {
  private static final int ENOUGH = 3;

  /** One failure, such as no network at boot, ended {@code --mainline} for ever. */
  @Test
  void afterAFailureItIsTriedAgain() {
    List<String> told = new ArrayList<>();
    MainlineGate.Listener listener =
        new MainlineGate.Listener() {
          @Override
          public void announced(List<Endpoint> found, int nodes) {}

          @Override
          public void failed(Exception problem) {
            told.add(String.valueOf(problem.getMessage()));
          }
        };
    assertThatThrownBy(
            () ->
                MainlineGate.keepOpen(
                    () -> {
                      if (told.size() == ENOUGH) {
                        throw new InterruptedException("the program ends");
                      }
                      throw new IOException("no network");
                    },
                    Duration.ZERO,
                    listener))
        .isInstanceOf(InterruptedException.class);
    assertThat(told).containsExactly("no network", "no network", "no network");
  }
}
