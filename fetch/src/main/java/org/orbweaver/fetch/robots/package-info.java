/**
 * What a host's operator asks of robots (RFC 9309): {@link org.orbweaver.fetch.robots.RobotsRules}
 * are made of a robots.txt, or of the way it could not be had, and say which pages may be fetched,
 * how slowly, and where the sitemaps are. The parsing is crawler-commons'.
 */
@NullMarked
package org.orbweaver.fetch.robots;

import org.jspecify.annotations.NullMarked;
