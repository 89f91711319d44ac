package org.orbweaver.archive.access;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What an operator will not have done on this machine, a line of {@code access.txt}:
 *
 * <pre>
 *   refuse all              host   *.example.org       not ours to keep
 *   refuse fetch,hold       type   video/              the disk is small
 *   refuse hold             size   50MB
 *   refuse all              words  casino+bonus        spam
 *   refuse show             hash   sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ
 * </pre>
 *
 * A rule about what is not known yet does not apply: nobody knows a page's type before it was
 * fetched. Words are looked for in the address, all of them.
 */
final class RefusalRule {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kMG]?)B?");
  private static final String DIGEST = "sha1:";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int HEX_DIGITS = 40;
  private static final int SHA1_BYTES = 20;

  private final Set<Act> acts;
  private final Predicate<RuleSubject> speaksOf;
  private final String reason;

  private RefusalRule(Set<Act> acts, Predicate<RuleSubject> speaksOf, String reason) {
    this.acts = acts;
    this.speaksOf = speaksOf;
    this.reason = reason;
  }

  /**
   * @throws IllegalArgumentException with a sentence, if it is no rule
   */
  static RefusalRule parse(String line) {
    String[] words = line.strip().split("\\s+", 5);
    if (words.length < 4) {
      throw new IllegalArgumentException(
          AccessRules.FILE
              + ": \"%s\" is no rule; write: refuse fetch,hold,show host example.org why"
                  .formatted(line.strip()));
    }
    String reason = words.length > 4 ? words[4] : "this peer's operator does not want it here";
    return new RefusalRule(acts(words[1]), matcher(words[2], words[3]), reason);
  }

  private static Set<Act> acts(String text) {
    if (text.equals("all")) {
      return EnumSet.allOf(Act.class);
    }
    EnumSet<Act> acts = EnumSet.noneOf(Act.class);
    for (String word : text.split(",")) {
      try {
        acts.add(Act.valueOf(word.toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%s: one refuses fetch, hold or show, or all, not %s".formatted(AccessRules.FILE, word),
            e);
      }
    }
    return acts;
  }

  private static Predicate<RuleSubject> matcher(String what, String value) {
    return switch (what) {
      case "host" -> host(value.toLowerCase(Locale.ROOT));
      case "type" -> {
        String type = value.toLowerCase(Locale.ROOT).replaceFirst("\\*$", "");
        yield page -> page.mediaType().toLowerCase(Locale.ROOT).startsWith(type);
      }
      case "size" -> {
        long most = bytes(value);
        yield page -> page.bytes() > most;
      }
      case "words" -> {
        List<String> all = List.of(value.toLowerCase(Locale.ROOT).split("\\+"));
        yield page -> all.stream().allMatch(page.url().toLowerCase(Locale.ROOT)::contains);
      }
      case "hash" -> hash(value);
      default ->
          throw new IllegalArgumentException(
              "%s: a rule is about host, type, size, words or hash, not %s"
                  .formatted(AccessRules.FILE, what));
    };
  }

  /** {@code *.example.org} is that name and all below it. */
  private static Predicate<RuleSubject> host(String name) {
    boolean below = name.startsWith("*.");
    String exact = below ? name.substring(2) : name;
    return page -> {
      WebUrl url = WebUrl.parse(page.url());
      String host = url == null ? "" : url.host();
      return host.equals(exact) || (below && host.endsWith('.' + exact));
    };
  }

  private static long bytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new IllegalArgumentException(
          "%s: a size is like 500kB, 50MB or 2GB, not %s".formatted(AccessRules.FILE, text));
    }
    long unit =
        switch (size.group(2)) {
          case "k" -> 1_000;
          case "M" -> 1_000_000;
          case "G" -> 1_000_000_000;
          default -> 1;
        };
    return Math.multiplyExact(Long.parseLong(size.group(1)), unit);
  }

  private static Predicate<RuleSubject> hash(String text) {
    String digits = text.startsWith(DIGEST) ? text.substring(DIGEST.length()) : text;
    if (!digits.matches("[0-9a-fA-F]{40}|[A-Za-z2-7]{32}")) {
      throw new IllegalArgumentException(
          "%s: a hash is SHA-1 in base 32 or hexadecimal, as sha1:…, not %s"
              .formatted(AccessRules.FILE, text));
    }
    byte[] wanted =
        digits.length() == HEX_DIGITS ? HexFormat.of().parseHex(digits) : base32(digits);
    return page -> Arrays.equals(page.digest(), wanted);
  }

  /** 32 digits of five bits are 20 bytes. */
  private static byte[] base32(String digits) {
    BigInteger number = BigInteger.ZERO;
    for (char digit : digits.toUpperCase(Locale.ROOT).toCharArray()) {
      number = number.shiftLeft(5).or(BigInteger.valueOf(BASE32.indexOf(digit)));
    }
    byte[] bytes = number.toByteArray(); // with a sign, and without leading zeros
    byte[] digest = new byte[SHA1_BYTES];
    int length = Math.min(bytes.length, SHA1_BYTES);
    System.arraycopy(bytes, bytes.length - length, digest, SHA1_BYTES - length, length);
    return digest;
  }

  boolean speaksOf(Act act, RuleSubject page) {
    return acts.contains(act) && speaksOf.test(page);
  }

  Set<Act> acts() {
    return acts;
  }

  String reason() {
    return reason;
  }
}
