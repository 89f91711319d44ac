package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class ClientStandingsTest {
  private static final Key CLIENT = new Key(1, 2, 3);
  private static final Key OTHER = new Key(4, 5, 6);
  private static final long NETWORK = 7;
  private static final long NOW = Duration.ofDays(1).toNanos();

  private final ClientStandings standings = new ClientStandings();

  private void verify(int results) {
    for (int i = 0; i < results; i++) {
      standings.verified(CLIENT);
    }
  }

  @Test
  void whoBroughtTenGoodResultsIsKnownAndFewerOfTheNextAreLookedAt() {
    verify(9);
    assertThat(standings.lot(CLIENT)).isEqualTo(1);
    assertThat(standings.most(CLIENT)).isEqualTo(2);
    assertThat(standings.hasHelped(CLIENT)).isFalse();
    verify(1);
    assertThat(standings.lot(CLIENT)).isEqualTo(2);
    assertThat(standings.most(CLIENT)).isEqualTo(16);
    assertThat(standings.hasHelped(CLIENT)).isTrue();
    verify(1_000);
    assertThat(standings.lot(CLIENT)).isEqualTo(16);
  }

  @Test
  void whoIsContradictedIsAStrangerAgainAndAtTheThirdHostLentNothingMore() {
    verify(100);
    assertThat(standings.contradicted(NOW, CLIENT, NETWORK, "a.lab", "http://a.lab/1")).isFalse();
    assertThat(standings.lot(CLIENT)).isEqualTo(1);
    assertThat(standings.hasHelped(CLIENT)).isFalse();
    assertThat(standings.isTrustedAt(CLIENT, "a.lab")).isFalse();
    assertThat(standings.isTrustedAt(CLIENT, "b.lab")).isTrue();
    assertThat(standings.contradicted(NOW, CLIENT, NETWORK, "a.lab", "http://a.lab/2")).isFalse();
    assertThat(standings.contradicted(NOW, CLIENT, NETWORK, "b.lab", "http://b.lab/")).isFalse();
    assertThat(standings.objection(NOW, CLIENT, NETWORK)).isNull();
    assertThat(standings.contradicted(NOW, CLIENT, NETWORK, "c.lab", "http://c.lab/")).isTrue();
    assertThat(standings.objection(NOW, CLIENT, NETWORK)).contains("3 hosts", "http://c.lab/");
    assertThat(standings.sentences()).singleElement().asString().contains("is lent nothing more");
  }

  @Test
  void aContradictionIsForgivenAfterTwentyGoodResultsInARow() {
    standings.contradicted(NOW, CLIENT, NETWORK, "a.lab", "http://a.lab/");
    standings.contradicted(NOW, CLIENT, NETWORK, "b.lab", "http://b.lab/");
    verify(20);
    assertThat(standings.contradicted(NOW, CLIENT, NETWORK, "c.lab", "http://c.lab/")).isFalse();
    verify(19);
    assertThat(standings.contradicted(NOW, CLIENT, NETWORK, "d.lab", "http://d.lab/")).isTrue();
  }

  @Test
  void newKeysDoNotHelpANetworkFromWhichFalsePagesCameButThoseKnownThereGoOn() {
    verify(10);
    for (String host : new String[] {"a.lab", "b.lab", "c.lab"}) {
      standings.contradicted(NOW, OTHER, NETWORK, host, "http://" + host + "/");
    }
    assertThat(standings.objection(NOW, new Key(9, 9, 9), NETWORK)).contains("of its network");
    assertThat(standings.objection(NOW, new Key(9, 9, 9), NETWORK + 1)).isNull();
    assertThat(standings.objection(NOW, CLIENT, NETWORK)).isNull();
    long tomorrow = NOW + Duration.ofDays(1).toNanos();
    assertThat(standings.objection(tomorrow, new Key(9, 9, 9), NETWORK)).isNull();
  }

  @Test
  void whoLetsTasksRunOutRestsLongerEachTimeUntilItBringsSomethingGood() {
    standings.letTimeRunOut(NOW, CLIENT);
    assertThat(standings.objection(NOW, CLIENT, NETWORK)).contains("did not bring back 1");
    assertThat(standings.objection(NOW + minutes(1), CLIENT, NETWORK)).isNull();
    standings.letTimeRunOut(NOW, CLIENT);
    assertThat(standings.objection(NOW + minutes(1), CLIENT, NETWORK)).isNotNull();
    assertThat(standings.objection(NOW + minutes(2), CLIENT, NETWORK)).isNull();
    standings.verified(CLIENT);
    standings.letTimeRunOut(NOW, CLIENT);
    assertThat(standings.objection(NOW + minutes(1), CLIENT, NETWORK)).isNull();
  }

  private static long minutes(int count) {
    return Duration.ofMinutes(count).toNanos();
  }
}
