package org.orbweaver.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Sizes as people write them. */
class ByteSizeTest {
  private final ByteSize sizes = new ByteSize();

  @Test
  void sizesAreReadInAnyUnit() {
    assertThat(sizes.convert("1GB")).isEqualTo(1_000_000_000);
    assertThat(sizes.convert("700 mb")).isEqualTo(700_000_000);
    assertThat(sizes.convert("1.5GiB")).isEqualTo(1_610_612_736);
    assertThat(sizes.convert("1e9")).isEqualTo(1_000_000_000);
    assertThat(sizes.convert("12")).isEqualTo(12);
    assertThatThrownBy(() -> sizes.convert("large")).hasMessageContaining("700MB");
    assertThatThrownBy(() -> sizes.convert("1.2.3GB")).hasMessageContaining("700MB");
  }

  @Test
  void sizesAreWrittenInTheUnitThatFits() {
    assertThat(ByteSize.text(0)).isEqualTo("0 B");
    assertThat(ByteSize.text(999)).isEqualTo("999 B");
    assertThat(ByteSize.text(999_999)).isEqualTo("1.00 MB");
    assertThat(ByteSize.text(4_370_000_000L)).isEqualTo("4.37 GB");
    assertThat(ByteSize.text(43_700_000_000L)).isEqualTo("43.7 GB");
  }
}
