package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.krpc.CompactNodes;
import org.orbweaver.wire.krpc.EveryAccessor;

class CompactNodesFuzzTest {
  /** Any bytes are some number of nodes, each with an endpoint that prints and parses. */
  @FuzzTest
  void nodes(byte[] input) {
    check(CompactNodes.ipv4(input, 0, input.length), input.length / 26);
    check(CompactNodes.ipv6(input, 0, input.length), input.length / 38);
  }

  private static void check(CompactNodes nodes, int size) {
    assertThat(nodes.size()).isEqualTo(size);
    EveryAccessor.sum(nodes);
    for (int i = 0; i < size; i++) {
      Contact contact = nodes.contact(i);
      Endpoint endpoint = contact.endpoint();
      assertThat(Endpoint.parse(endpoint.toString())).isEqualTo(endpoint);
      endpoint.isGlobal();
      PlantedBug.at(endpoint.port() == 0x5A5A);
    }
  }
}
