/** One machine's web manners: fetching, robots, politeness, canonical URLs, links. */
@NullMarked
package org.orbweaver.fetch;

import org.jspecify.annotations.NullMarked;
