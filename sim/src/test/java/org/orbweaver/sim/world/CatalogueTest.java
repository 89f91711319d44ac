package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeReader;

class CatalogueTest {
  private final Catalogue catalogue = new Catalogue(5, 2_000, 0.9);

  @Test
  void infohashesAreTheHashesOfTheMetadata() throws Exception {
    Set<Key> seen = new HashSet<>();
    for (int torrent = 0; torrent < catalogue.size(); torrent++) {
      byte[] metadata = catalogue.metadata(torrent);
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(metadata);
      assertThat(catalogue.infohash(torrent)).isEqualTo(Key.read(digest, 0));
      assertThat(catalogue.find(catalogue.infohash(torrent))).isEqualTo(torrent);
      assertThat(seen.add(catalogue.infohash(torrent))).isTrue();
    }
    assertThat(catalogue.find(Key.MAX)).isEqualTo(Catalogue.NONE);
  }

  @Test
  void metadataIsBencodedWithItsName() {
    BencodeReader reader = new BencodeReader(8, 100_000);
    for (int torrent = 0; torrent < 200; torrent++) {
      byte[] metadata = catalogue.metadata(torrent);
      reader.open(metadata, 0, metadata.length);
      assertThat(reader.skip()).isTrue();
      assertThat(reader.position()).isEqualTo(metadata.length);
      reader.open(metadata, 0, metadata.length);
      String name = "";
      reader.enterDictionary();
      while (reader.nextKey()) {
        boolean isName = reader.string().text().equals("name");
        if (isName && reader.readString()) {
          name = reader.string().text();
        } else {
          reader.skip();
        }
      }
      assertThat(name).startsWith(catalogue.name(torrent));
    }
  }

  @Test
  void lookupsFollowPopularity() {
    SplittableRandom random = new SplittableRandom(2);
    int[] asked = new int[catalogue.size()];
    for (int i = 0; i < 200_000; i++) {
      asked[catalogue.pick(random.nextDouble())]++;
    }
    for (int torrent : new int[] {0, 1, 9, 99}) {
      double expected = 200_000 * catalogue.popularity(torrent);
      assertThat((double) asked[torrent])
          .isBetween(expected - 5 * Math.sqrt(expected), expected + 5 * Math.sqrt(expected));
    }
  }
}
