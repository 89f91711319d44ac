package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a client that knows BEP 44 must be able to do besides. */
interface StoresItems {
  Publisher PUBLISHER = Publisher.ofSeed("6f".repeat(32));

  DhtProgram ours();

  DhtProgram it();

  DhtProgram giver();

  DhtProgram taker();

  @Test
  default void itGetsTheValueWePut() throws Exception {
    String target = target(ours().ask("put", "from-us"));
    assertThat(it().ask("get", target)).isEqualTo("from-us");
  }

  @Test
  default void weGetTheValueItPut() throws Exception {
    String target = target(it().ask("put", "from-it"));
    assertThat(ours().ask("get", target)).isEqualTo("from-it");
  }

  @Test
  default void itKeepsAValueForUs() throws Exception {
    String target = target(giver().ask("put", "kept"));
    assertThat(taker().ask("get", target)).isEqualTo("kept");
  }

  @Test
  default void itGetsTheSignedItemWePut() throws Exception {
    putSigned(ours(), "first", 1, "ours");
    putSigned(ours(), "second", 2, "ours");
    assertThat(getSigned(it(), "ours")).isEqualTo("2 second");
  }

  @Test
  default void weGetTheSignedItemItPut() throws Exception {
    putSigned(it(), "first", 1, "its");
    putSigned(it(), "second", 2, "its");
    assertThat(getSigned(ours(), "its")).isEqualTo("2 second");
  }

  @Test
  default void itKeepsASignedItemForUs() throws Exception {
    putSigned(giver(), "kept", 7, "kept");
    assertThat(getSigned(taker(), "kept")).isEqualTo("7 kept");
  }

  private static void putSigned(DhtProgram program, String value, int sequence, String salt)
      throws Exception {
    String key = PUBLISHER.publicKeyHex();
    stored(program.ask("put_mutable", PUBLISHER.seed(), key, value, sequence, salt));
  }

  private static String getSigned(DhtProgram program, String salt) throws Exception {
    return program.ask("get_mutable", PUBLISHER.publicKeyHex(), salt);
  }

  /** An answer to "put" says how many nodes stored the item, then its target. */
  private static String target(String answer) {
    return stored(answer)[1];
  }

  private static String[] stored(String answer) {
    String[] words = answer.split(" ");
    assertThat(Integer.parseInt(words[0])).isPositive();
    return words;
  }
}
