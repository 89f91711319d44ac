/**
 * What the swarm has captured, seen from any of its peers: which captures there are of an address
 * ({@link org.orbweaver.app.capture.SwarmCaptures}), what is in one, wherever its bytes are kept
 * ({@link org.orbweaver.app.capture.BorrowedFiles}), the two together as a source for the time
 * machine ({@link org.orbweaver.app.capture.SwarmSource}), and a whole crawl brought to one place
 * ({@link org.orbweaver.app.capture.CrawlExport}; what tasks other than pages brought: {@link
 * org.orbweaver.app.capture.KeptResults}).
 */
@NullMarked
package org.orbweaver.app.capture;

import org.jspecify.annotations.NullMarked;
