package org.orbweaver.web.visit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the archive knows of a page: its latest capture.
 *
 * @param digest SHA-1 of the payload
 * @param etag and
 * @param lastModified as the server wrote them
 */
@SuppressWarnings("ArrayRecordComponent") // a digest on its way
public record LastCapture(
    Instant at, byte[] digest, @Nullable String etag, @Nullable String lastModified) {}
