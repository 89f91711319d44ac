package org.orbweaver.archive.warc;

import java.net.InetAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcTruncationReason;

/**
 * A request and its response, to be kept.
 *
 * @param payloadDigest SHA-1 of the body without transfer encoding
 * @param incompressible the body would not get smaller: an image, or compressed already
 * @param original an earlier capture with the same payload: a revisit record is enough
 * @param protocol if it was not HTTP/1.1, whose words the response is written in all the same
 * @param depth clicks from a seed; negative if it has none
 * @param via the page it was found on; empty for a seed
 * @param path a letter for each step from the seed; empty if nobody knows
 */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way to a file
public record PageCapture(
    String url,
    Instant at,
    InetAddress address,
    byte[] request,
    HttpBytes response,
    int status,
    String mediaType,
    @Nullable String etag,
    @Nullable String lastModified,
    byte[] payloadDigest,
    WarcTruncationReason truncated,
    boolean incompressible,
    @Nullable Original original,
    int depth,
    String via,
    String path,
    long nanos,
    @Nullable String protocol) {
  /** The same, with its payload elsewhere, or (null) with its own. */
  public PageCapture with(@Nullable Original other) {
    return new PageCapture(
        url,
        at,
        address,
        request,
        response,
        status,
        mediaType,
        etag,
        lastModified,
        payloadDigest,
        truncated,
        incompressible,
        other,
        depth,
        via,
        path,
        nanos,
        protocol);
  }

  /** Where the payload is already. */
  public record Original(String url, Instant at, boolean notModified) {}
}
