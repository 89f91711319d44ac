package org.orbweaver.mainline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class NodeStateTest {
  private final SplittableRandom random = new SplittableRandom(3);

  @Test
  void stateReadBackIsTheStateWritten() {
    NodeState state = new NodeState(contacts(3, 2), contacts(500, 300));
    assertThat(NodeState.decode(state.encode())).contains(state);
    Contact home = state.homes().get(4);
    assertThat(state.idOf(home.endpoint())).isEqualTo(home.id());
    assertThat(state.idOf(home.endpoint().withPort(1))).isNull();
  }

  @Test
  void emptyStateIsAState() {
    assertThat(NodeState.decode(NodeState.EMPTY.encode())).contains(NodeState.EMPTY);
  }

  @Test
  void bytesThatAreCutOrForeignAreNoState() {
    byte[] bytes = new NodeState(contacts(3, 2), contacts(20, 10)).encode();
    for (int length = 0; length < bytes.length; length++) {
      assertThat(NodeState.decode(java.util.Arrays.copyOf(bytes, length))).isEmpty();
    }
    assertThat(NodeState.decode("de".getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
        .isEmpty();
  }

  private List<Contact> contacts(int ipv4, int ipv6) {
    List<Contact> contacts = new ArrayList<>();
    for (int i = 0; i < ipv4; i++) {
      contacts.add(new Contact(Key.random(random), Endpoint.v4(random.nextInt(), 1000 + i)));
    }
    for (int i = 0; i < ipv6; i++) {
      Endpoint endpoint = Endpoint.v6(0x2A00L << 48, random.nextLong(), 1000 + i);
      contacts.add(new Contact(Key.random(random), endpoint));
    }
    return contacts;
  }
}
