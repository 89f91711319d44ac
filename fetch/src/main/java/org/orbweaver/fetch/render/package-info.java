/**
 * Pages as their scripts make them. A {@link org.orbweaver.fetch.render.Renderer} gets a page that
 * was fetched already, runs its scripts and hands back the HTML they made, for its links. {@link
 * org.orbweaver.fetch.render.Chromium} does it with a browser that has no way to the network:
 * whatever a page asks for is asked of us ({@link org.orbweaver.fetch.render.Sources}), so that
 * guard, robots.txt and pauses hold for scripts as they do for links.
 */
@NullMarked
package org.orbweaver.fetch.render;

import org.jspecify.annotations.NullMarked;
