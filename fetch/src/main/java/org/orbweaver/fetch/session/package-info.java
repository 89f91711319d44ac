/**
 * What a crawl's operator lets it say besides an address: cookies, headers, a password. A {@link
 * org.orbweaver.fetch.session.WebSession} writes the lines of a request that are nobody else's
 * business, and reads the cookies of its answer. These lines are made apart from the others, so
 * that what is recorded never held them; they belong to a crawl on one machine, and a swarm has
 * none.
 */
@NullMarked
package org.orbweaver.fetch.session;

import org.jspecify.annotations.NullMarked;
