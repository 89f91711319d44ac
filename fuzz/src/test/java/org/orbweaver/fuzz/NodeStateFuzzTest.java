package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.orbweaver.mainline.NodeState;

class NodeStateFuzzTest {
  /** A state file is read or refused, and what is read is written as it is read again. */
  @FuzzTest
  void decode(byte[] input) {
    NodeState.decode(input)
        .ifPresent(
            state -> {
              assertThat(NodeState.decode(state.encode())).contains(state);
              PlantedBug.at(state.contacts().size() == 2);
            });
  }
}
