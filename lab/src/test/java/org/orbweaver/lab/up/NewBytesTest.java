package org.orbweaver.lab.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.orbweaver.sim.web.WebLinks;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;

class NewBytesTest {
  private static NewBytes of(WebOptions web) {
    WebShape shape = new WebShape(web);
    return new NewBytes(shape, new WebLinks(shape, 80));
  }

  @Test
  void aWebThatStaysAsItIsSaysNothingNew() throws IOException {
    NewBytes still = of(WebOptions.plain(3, 50, 1));
    assertThat(still.of(0)).isPositive();
    assertThat(still.of(1)).isZero();
  }

  @Test
  void ofAWebThatChangesALittleALittleIsNew() throws IOException {
    NewBytes changing = of(WebOptions.usual(3, 200, 1).withoutSpecials().withNumericHosts());
    long first = changing.of(0);
    assertThat(changing.of(1)).isBetween(1L, first / 5);
    assertThat(changing.of(2)).isBetween(1L, first / 5);
  }
}
