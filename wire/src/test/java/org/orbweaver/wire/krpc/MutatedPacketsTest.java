package org.orbweaver.wire.krpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A million damaged packets: none may throw, take a millisecond, or cost much memory. */
class MutatedPacketsTest {
  private static final long SEED = 20_261_115;
  private static final int PACKETS = 1_200_000;
  private static final long MILLISECOND = 1_000_000;

  /** A message is about a hundred bytes, whatever the packet says. */
  private static final long BYTES_PER_DECODE = 200;

  private static final byte[] STRUCTURE = "dlie:0123456789-".getBytes(ISO_8859_1);

  private final Random random = new Random(SEED);
  private final List<byte[]> corpus = PacketCorpus.packets();
  private final MessageDecoder decoder = new MessageDecoder();
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final byte[] packet = new byte[4_096];
  private long sum;

  @Test
  void noDamagedPacketThrowsOrIsCostly() {
    for (byte[] whole : corpus) {
      sum += EveryAccessor.touch(decoder.decode(whole, whole.length));
    }
    Map<Malformed.Reason, Integer> reasons = new EnumMap<>(Malformed.Reason.class);
    int wellFormed = 0;
    for (int i = 0; i < PACKETS; i++) {
      int length = mutate();
      Message message = decodeWithinBounds(i, length);
      if (message instanceof Malformed malformed) {
        reasons.merge(malformed.reason(), 1, Integer::sum);
      } else {
        wellFormed++;
      }
    }
    // The mutations are worth something only if they reach behind the first check.
    assertThat(wellFormed).isGreaterThan(PACKETS / 20);
    assertThat(reasons.keySet()).containsExactlyInAnyOrder(Malformed.Reason.values());
    assertThat(sum).isNotZero();
  }

  private Message decodeWithinBounds(int index, int length) {
    try {
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long start = System.nanoTime();
      Message message = decoder.decode(packet, length);
      long cost = threads.getCurrentThreadAllocatedBytes() - allocated;
      sum += EveryAccessor.touch(message);
      long elapsed = System.nanoTime() - start;
      if (elapsed > MILLISECOND) {
        elapsed = quickestOfTen(length);
      }
      assertThat(elapsed).as(() -> describe(index, length)).isLessThan(MILLISECOND);
      assertThat(cost).as(() -> describe(index, length)).isLessThan(BYTES_PER_DECODE);
      return message;
    } catch (RuntimeException e) {
      throw new AssertionError(describe(index, length), e);
    }
  }

  /** A pause of the machine or the collector is not the decoder's fault. */
  private long quickestOfTen(int length) {
    long quickest = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long start = System.nanoTime();
      sum += EveryAccessor.touch(decoder.decode(packet, length));
      quickest = Math.min(quickest, System.nanoTime() - start);
    }
    return quickest;
  }

  private String describe(int index, int length) {
    String bytes = HexFormat.of().formatHex(packet, 0, length);
    return "seed " + SEED + ", packet " + index + ": " + bytes;
  }

  /** Leaves a damaged packet in {@link #packet} and gives its length. */
  private int mutate() {
    byte[] whole = corpus.get(random.nextInt(corpus.size()));
    System.arraycopy(whole, 0, packet, 0, whole.length);
    int length = whole.length;
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      length = damage(length);
    }
    return length;
  }

  private int damage(int length) {
    if (length == 0) {
      return 0;
    }
    int at = random.nextInt(length);
    int count = 1 + random.nextInt(Math.min(16, length - at));
    switch (random.nextInt(7)) {
      case 0 -> packet[at] = (byte) random.nextInt(256);
      case 1 -> packet[at] = STRUCTURE[random.nextInt(STRUCTURE.length)];
      case 2 -> packet[at] ^= (byte) (1 << random.nextInt(8));
      case 3 -> {
        return at;
      }
      case 4 -> {
        System.arraycopy(packet, at + count, packet, at, length - at - count);
        return length - count;
      }
      case 5 -> {
        int grown = Math.min(packet.length, length + count);
        System.arraycopy(packet, at, packet, at + (grown - length), length - at);
        return grown;
      }
      default -> {
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        int from = random.nextInt(other.length);
        int copied = Math.min(other.length - from, packet.length - at);
        System.arraycopy(other, from, packet, at, copied);
        return at + copied;
      }
    }
    return length;
  }

  @Test
  void longestPacketsStayWithinAMillisecond() {
    for (String unit : new String[] {"0:", "le", "de", "i0e", "l", "d1:x", "1:a0:", "9", "i"}) {
      byte[] big = new byte[Span.MAX_PACKET];
      byte[] repeated = unit.repeat(big.length / unit.length()).getBytes(ISO_8859_1);
      Arrays.fill(big, (byte) 'e');
      System.arraycopy(repeated, 0, big, 0, repeated.length);
      big[0] = 'd';
      long quickest = Long.MAX_VALUE;
      for (int i = 0; i < 20; i++) {
        long start = System.nanoTime();
        sum += EveryAccessor.touch(decoder.decode(big, big.length));
        quickest = Math.min(quickest, System.nanoTime() - start);
      }
      assertThat(quickest).as(unit).isLessThan(MILLISECOND);
    }
  }
}
