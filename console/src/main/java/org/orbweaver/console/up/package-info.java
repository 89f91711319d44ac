/**
 * The console of {@code orb up}: one address from which a person sees what runs, what needs
 * attention, the swarm, its crawls, the census, and from which crawls are begun and stopped.
 *
 * <p>Pages are made here, on the server, and are whole without script; the script only fetches them
 * again when the server says that something has changed. Whatever comes from strangers goes through
 * {@link org.orbweaver.console.up.Html}, which knows no way to write it as markup. Everything that
 * a page does is a call of the HTTP API, whose description is made from the same table as its
 * routes.
 */
@NullMarked
package org.orbweaver.console.up;

import org.jspecify.annotations.NullMarked;
