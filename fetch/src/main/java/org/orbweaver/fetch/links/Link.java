package org.orbweaver.fetch.links;

import org.orbweaver.fetch.url.WebUrl;

/**
 * A link in its canonical form.
 *
 * @param nofollow the author does not vouch for it: rel=nofollow, or the whole page says so
 */
public record Link(WebUrl url, LinkKind kind, boolean nofollow) {}
