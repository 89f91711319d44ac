/**
 * One visit of a page, alone or in a swarm: name, robots.txt, request, links, capture.
 *
 * <p>{@link org.orbweaver.web.visit.Visit} makes it step by step, a request each, and knows neither
 * frontier nor swarm. Two seams divide it from them. A {@link org.orbweaver.web.visit.VisitTurn} is
 * the leave to ask a host, from whoever grants it; and the {@link
 * org.orbweaver.web.visit.LinkPolicy} asks a scope which links belong to the crawl, and tells it
 * where a seed redirects to: a collection's scope writes that to {@code seeds.txt}, a swarm's finds
 * it in the records of the seeds. What came of a step is a {@link
 * org.orbweaver.web.visit.VisitStep}, and the caller decides what follows: how often to try again
 * is counted where the count survives.
 *
 * <p>What is learned of a host on the way (its rules, its pace, its failures) is in its {@link
 * org.orbweaver.web.visit.HostState}. Captures go to a {@link
 * org.orbweaver.web.visit.CaptureStore}.
 */
@NullMarked
package org.orbweaver.web.visit;

import org.jspecify.annotations.NullMarked;
