package org.orbweaver.archive.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeySortTest {
  private static List<byte[]> sorted(List<byte[]> keys) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int[] starts = new int[keys.size()];
    int[] lengths = new int[keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      starts[i] = all.size();
      lengths[i] = keys.get(i).length;
      all.writeBytes(keys.get(i));
    }
    all.writeBytes(new byte[8]);
    byte[] bytes = all.toByteArray();
    new KeySort(bytes, starts, lengths, keys.size()).sort();
    List<byte[]> found = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      found.add(Arrays.copyOfRange(bytes, starts[i], starts[i] + lengths[i]));
      if (i > 0 && Arrays.equals(found.get(i - 1), found.get(i))) {
        assertThat(starts[i])
            .as("equal keys stay in their order")
            .isGreaterThanOrEqualTo(starts[i - 1]);
      }
    }
    return found;
  }

  private static void assertSorted(List<byte[]> keys) {
    List<byte[]> expected = new ArrayList<>(keys);
    expected.sort(Comparator.comparing(key -> key, Arrays::compareUnsigned));
    assertThat(sorted(keys)).containsExactlyElementsOf(expected);
  }

  @Test
  void sortsAsUnsignedBytesWhateverTheKeysAre() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      int letters = 1 + random.nextInt(random.nextBoolean() ? 2 : 256);
      int longest = 1 + random.nextInt(40);
      List<byte[]> keys = new ArrayList<>();
      for (int i = random.nextInt(500); i >= 0; i--) {
        byte[] key = new byte[random.nextInt(longest)];
        for (int j = 0; j < key.length; j++) {
          key[j] = (byte) random.nextInt(letters);
        }
        keys.add(key);
      }
      assertSorted(keys);
    }
  }

  @Test
  void aStrangersAddressesThatAreAlikeForThirtyThousandLettersAreSortedToo() {
    String alike = "a".repeat(30_000);
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String key = alike.substring(i % 3) + i * 7919 % 300;
      keys.add(key.getBytes(StandardCharsets.US_ASCII));
    }
    assertSorted(keys);
  }

  @Test
  void theSameKeyAThousandTimesTakesNoSquareOfTime() {
    byte[] key = "org,example)/the-very-same-page 12345".getBytes(StandardCharsets.US_ASCII);
    assertThat(sorted(Collections.nCopies(200_000, key))).allMatch(one -> Arrays.equals(one, key));
  }
}
