package org.orbweaver.archive.intake;

import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.index.RowDraft;
import org.orbweaver.archive.warc.Sha1Digest;
import org.orbweaver.fetch.url.WebUrl;

/** What others' records say, as they say it: digests may be missing, addresses in brackets. */
final class ForeignDrafts {
  /** Of an address: nobody can ask our server for a longer one. */
  private static final int LONGEST = 30_000;

  private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

  private ForeignDrafts() {}

  static @Nullable String url(String target) {
    // Some writers put the address in angle brackets, after an old draft of the standard.
    String bare =
        target.startsWith("<") && target.endsWith(">")
            ? target.substring(1, target.length() - 1)
            : target;
    if (!bare.regionMatches(true, 0, "http", 0, 4)) {
      return null;
    }
    WebUrl parsed = WebUrl.parse(bare);
    return parsed == null || parsed.toString().length() > LONGEST ? null : parsed.toString();
  }

  /**
   * Keys count milliseconds from 1970, and addresses of the archive have four digits for a year.
   */
  static boolean isPossible(RowDraft draft) {
    return !draft.at().isBefore(Instant.EPOCH) && draft.at().isBefore(END);
  }

  static RowDraft response(String url, WarcResponse response) throws IOException {
    HttpResponse http = response.http();
    byte[] digest = sha1(response.payloadDigest());
    if (digest == null) {
      digest = Sha1Digest.of(http.body().stream());
    }
    return draft(url, response.date(), http, IndexRow.Kind.RESPONSE, digest, null, null);
  }

  static RowDraft revisit(String url, WarcRevisit revisit) throws IOException {
    boolean notModified = String.valueOf(revisit.profile()).contains("not-modified");
    byte[] digest = sha1(revisit.payloadDigest());
    return draft(
        url,
        revisit.date(),
        revisit.http(),
        notModified ? IndexRow.Kind.NOT_MODIFIED : IndexRow.Kind.REVISIT,
        digest == null ? new byte[20] : digest,
        revisit.headers().first("WARC-Refers-To-Target-URI").map(ForeignDrafts::url).orElse(null),
        revisit.refersToDate().orElse(null));
  }

  static RowDraft resource(String url, WarcResource resource) throws IOException {
    byte[] digest = sha1(resource.payloadDigest());
    if (digest == null) {
      digest = sha1(resource.blockDigest());
    }
    return new RowDraft(
        url,
        resource.date(),
        IndexRow.Kind.RESPONSE,
        200,
        digest == null ? Sha1Digest.of(resource.body().stream()) : digest,
        mediaType(String.valueOf(resource.contentType())),
        null,
        null,
        null,
        null);
  }

  private static RowDraft draft(
      String url,
      Instant at,
      HttpResponse http,
      IndexRow.Kind kind,
      byte[] digest,
      @Nullable String originalUrl,
      @Nullable Instant originalAt) {
    MessageHeaders headers = http.headers();
    return new RowDraft(
        url,
        at,
        kind,
        http.status(),
        digest,
        mediaType(headers.first("Content-Type").orElse("")),
        headers.first("ETag").orElse(null),
        headers.first("Last-Modified").orElse(null),
        originalUrl,
        originalAt);
  }

  private static String mediaType(String type) {
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static byte @Nullable [] sha1(Optional<WarcDigest> digest) {
    return digest
        .filter(each -> each.algorithm().toLowerCase(Locale.ROOT).replace("-", "").equals("sha1"))
        .map(WarcDigest::bytes)
        .filter(bytes -> bytes.length == 20)
        .orElse(null);
  }
}
