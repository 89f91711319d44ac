package org.orbweaver.web.frontier;

import java.time.Duration;
import java.time.Instant;
import org.orbweaver.fetch.url.WebUrl;

/**
 * How often a page is visited, as its changes have taught.
 *
 * @param due rounds that begin later visit it
 */
public record PageRhythm(WebUrl url, Duration interval, Instant due) {}
