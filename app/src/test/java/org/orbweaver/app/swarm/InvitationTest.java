package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class InvitationTest {
  private static final Key KEY = Key.parse("8f3c9a00112233445566778899aabbccddeeff00");

  private static Invitation to(@Nullable String swarm) {
    return new Invitation(
        swarm,
        List.of(
            new Invitation.Host(Endpoint.parse("192.0.2.7:7117"), KEY),
            new Invitation.Host(Endpoint.parse("[2001:db8::7]:7117"), KEY)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orbweaver",
        "libraries of the north",
        "a/b=c,d&e*f+g%20h?[i]'$(j)",
        "Büchereien",
        ""
      })
  void whatIsWrittenIsReadAgainAndNoShellTakesPartOfItForItself(String swarm) {
    String link = to(swarm).toString();
    assertThat(Invitation.parse(" " + link + "\n")).isEqualTo(to(swarm));
    assertThat(link).matches("[A-Za-z0-9:/=,.%_-]+");
  }

  @Test
  void aLinkThatWasCutAnywhereIsRefused() {
    String link = to("libraries").toString();
    for (int length = 0; length < link.length(); length++) {
      String cut = link.substring(0, length);
      assertThatThrownBy(() -> Invitation.parse(cut))
          .as(cut)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("invitation");
    }
  }

  @Test
  void aLinkInWhichOneCharacterIsWrongIsRefused() {
    String link = to("libraries").toString();
    for (int place = 0; place < link.length(); place++) {
      StringBuilder wrong = new StringBuilder(link);
      wrong.setCharAt(place, link.charAt(place) == '3' ? '8' : '3');
      assertThatThrownBy(() -> Invitation.parse(wrong.toString()))
          .as(wrong.toString())
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void anotherVersionIsNamed() {
    assertThatThrownBy(() -> Invitation.parse("orbweaver:2/who=knows"))
        .hasMessage("the invitation is of version 2, and this program knows 1: update it");
    assertThatThrownBy(() -> Invitation.parse("orbweaver:0/peer=1"))
        .hasMessage(
            "the invitation is of version 0, which is not used any more: ask for a new one");
  }

  @Test
  void theNameIsTheOneOfTheLinkOrTheOneThatIsGiven() {
    assertThat(to("libraries").swarmOr(null)).isEqualTo("libraries");
    assertThat(to("libraries").swarmOr("libraries")).isEqualTo("libraries");
    assertThat(to(null).swarmOr("libraries")).isEqualTo("libraries");
    assertThat(to(null).toString()).doesNotContain("swarm");
    assertThatThrownBy(() -> to(null).swarmOr(null)).hasMessageContaining("add --swarm NAME");
    assertThatThrownBy(() -> to("libraries").swarmOr("parks"))
        .hasMessage(
            "the invitation is to the swarm 'libraries', not to 'parks': leave out --swarm");
  }
}
