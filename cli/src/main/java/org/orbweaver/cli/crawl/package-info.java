/** {@code orb crawl}: crawl and archive the web, alone on one machine. */
@NullMarked
package org.orbweaver.cli.crawl;

import org.jspecify.annotations.NullMarked;
