package org.orbweaver.overlay.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lab.LabSignatures;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.Locality;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.trust.Period;

class BookPlaceTest {
  /** Two peers in each of forty networks. */
  private static List<Peer> peers() {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      Endpoint address = Endpoint.v4(0x5000_0000 | (i / 2) << 8 | 1 + i % 2, 7000);
      byte[] key = new LabSignatures(i).verifying();
      peers.add(new Peer(address, 16, i, 0, new Credentials(key)));
    }
    return peers;
  }

  @Test
  void whomeverAPeerSpeaksOfElevenKeepItWhoAreNeitherOfItsNetworkNorOfTheOthers() {
    MembershipView living = MembershipView.of(peers(), Locality.PRIVATE_MACHINES);
    BookPlace places = new BookPlace(living);
    for (Peer speaker : living.peers()) {
      Key key = BookPlace.key(BookPlace.name(speaker), new Period(20_000));
      List<Peer> holders = places.holders(key);
      assertThat(holders).hasSize(12).noneMatch(each -> living.areNeighbours(speaker, each));
      for (Peer subject : living.peers()) {
        assertThat(holders.stream().filter(each -> !living.areNeighbours(subject, each)))
            .hasSizeGreaterThanOrEqualTo(11);
      }
    }
  }
}
