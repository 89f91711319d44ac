/**
 * The torrent index in the console: one {@link org.orbweaver.console.index.SearchRequest} is read
 * from a request's parameters, whoever sends it, and answered as JSON for the page, as RSS for feed
 * readers and as Torznab for Sonarr, Radarr and Prowlarr.
 */
@NullMarked
package org.orbweaver.console.index;

import org.jspecify.annotations.NullMarked;
