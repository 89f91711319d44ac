package org.orbweaver.trust;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.TreeSet;

/**
 * One fetched page, as its fetcher commits to it.
 *
 * @param url the hash of its address
 * @param payload the hash of the bytes that the origin served
 * @param links the hash of the addresses found in them
 * @param extractor the version of the rule by which links follow from bytes; 0 if a browser
 *     rendered the page, and nobody can repeat what it found
 * @param time in nanoseconds since 1970, by the fetcher's clock
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
public record VouchedCapture(byte[] url, byte[] payload, byte[] links, int extractor, long time) {
  /** How an address is named in a capture. */
  public static byte[] name(String address) {
    return Hash.of("address").add(address.getBytes(StandardCharsets.UTF_8)).bytes();
  }

  /** How the bytes of a page are. */
  public static byte[] payload(byte[] page) {
    return Hash.of("payload").add(page).bytes();
  }

  /** How the links are that were found there; their order does not matter. */
  public static byte[] links(Collection<String> found) {
    Hash hash = Hash.of("links");
    for (String each : new TreeSet<>(found)) {
      hash.add((each + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return hash.bytes();
  }

  byte[] leaf() {
    return Hash.of("capture").add(url).add(payload).add(links).add(extractor).add(time).bytes();
  }
}
