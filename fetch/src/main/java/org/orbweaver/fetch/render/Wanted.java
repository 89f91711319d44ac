package org.orbweaver.fetch.render;

import org.jspecify.annotations.Nullable;

/**
 * What a page asks for while it is rendered.
 *
 * @param body of a POST; null for a GET
 * @param type of the body
 */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way
public record Wanted(String url, byte @Nullable [] body, String type) {}
