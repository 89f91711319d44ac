/**
 * The census on the wire: a {@link org.orbweaver.census.CensusCrawl} over KRPC, without sockets or
 * a clock of its own, so that it runs on the Internet and in the lab alike.
 *
 * <p>{@link org.orbweaver.census.net.CensusNode} is the packet handler. An {@code Introduction}
 * asks the bootstrap nodes for first contacts. From then on the crawl's questions go through {@code
 * TrafficShaping}, which holds back those whose address has had its share, become packets under an
 * {@link org.orbweaver.census.OwnId}, and wait among the {@code OpenQuestions}, where an answer
 * must match their transaction and address. An answer's ID is checked, its contacts are sieved, and
 * those to which something can be sent are heard of. A question ends with its answer, or when
 * {@code AnswerPatience} has run out.
 *
 * <p>We only ask: packets carry BEP 43's read-only flag, and queries are not answered.
 */
@NullMarked
package org.orbweaver.census.net;

import org.jspecify.annotations.NullMarked;
