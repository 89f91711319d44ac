package org.orbweaver.archive.rewrite;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses in JSON that a browser itself follows: an import map's, a web app manifest's. What a
 * script reads stays as it was: the script's own requests are led into the archive.
 */
final class JsonLinks {
  private static final Pattern VALUE = Pattern.compile("(:\\s*\")((?:https?:)?/[^\"\\\\]*)\"");

  private JsonLinks() {}

  static String rewrite(LinkRewriter links, String json) {
    Matcher value = VALUE.matcher(json);
    StringBuilder out = new StringBuilder(json.length() + 64);
    while (value.find()) {
      String fresh = value.group(1) + links.link(value.group(2), LinkRewriter.SCRIPT) + "\"";
      value.appendReplacement(out, Matcher.quoteReplacement(fresh));
    }
    return value.appendTail(out).toString();
  }
}
