package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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

  @Test
  void asManyTorrentsAreBornAsDie() {
    long day = Duration.ofDays(1).toNanos();
    Turnover turnover = new Turnover(day, Duration.ofDays(10), Duration.ofDays(5));
    Catalogue changing = new Catalogue(5, 1_000, 0.9, turnover);
    assertThat(changing.size()).isEqualTo(3_000);
    for (int days = 1; days <= 11; days++) {
      long now = days * day;
      assertThat(IntStream.range(0, 3_000).filter(each -> changing.isAlive(each, now)).count())
          .isBetween(900L, 1_100L);
    }
    assertThat(IntStream.range(0, 3_000))
        .allMatch(each -> changing.bornAt(each) < changing.diesAt(each));
  }
}
