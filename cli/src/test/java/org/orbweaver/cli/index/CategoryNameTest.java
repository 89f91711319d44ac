package org.orbweaver.cli.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CategoryNameTest {
  private final CategoryName categories = new CategoryName();

  @Test
  void categoriesHaveNames() {
    assertThat(categories.convert("movies")).isEqualTo(2000);
    assertThat(categories.convert("Movie")).isEqualTo(2000);
    assertThat(categories.convert("tv/hd")).isEqualTo(5040);
    assertThat(categories.convert("3030")).isEqualTo(3030);
    assertThatThrownBy(() -> categories.convert("poems")).hasMessageContaining("books");
  }
}
