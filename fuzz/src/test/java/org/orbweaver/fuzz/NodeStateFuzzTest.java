package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.orbweaver.mainline.NodeState;

class NodeStateFuzzTest {
  /**
   * A state file is read or refused, and what is read is written so that the same is read again; in
   * our order, whatever order the file had.
   */
  @FuzzTest
  void decode(byte[] input) {
    NodeState.decode(input)
        .ifPresent(
            state -> {
              NodeState again = NodeState.decode(state.encode()).orElseThrow();
              assertThat(again.homes()).containsExactlyInAnyOrderElementsOf(state.homes());
              assertThat(again.contacts()).containsExactlyInAnyOrderElementsOf(state.contacts());
              assertThat(NodeState.decode(again.encode())).contains(again);
              PlantedBug.at(state.contacts().size() == 2);
            });
  }
}
