package org.orbweaver.fetch.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What a script of a page posts.
 *
 * @param type of the bytes, as the script says; may be empty
 */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way
public record PostBody(byte[] bytes, String type) {
  private static final int LONGEST_SHOWN = 8 << 10;

  public PostBody {
    if (!type.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      throw new IllegalArgumentException("a media type is plain ASCII");
    }
  }

  /**
   * The address under which the answer is archived, as pywb and its kin look for it: an answer to a
   * POST must not stand in the place of the page that has the same address.
   */
  WebUrl archivedAs(WebUrl url) {
    boolean form = type.startsWith("application/x-www-form-urlencoded");
    String shown =
        form
            ? new String(bytes, StandardCharsets.UTF_8)
            : "__wb_post_data=" + Base64.getEncoder().encodeToString(bytes);
    String all = "__wb_method=POST&" + shown;
    String cut = all.substring(0, Math.min(all.length(), LONGEST_SHOWN));
    WebUrl whole = WebUrl.parse(url + (url.query() == null ? "?" : "&") + cut);
    return whole == null ? url : whole;
  }
}
