/** A real Solr for tests, in a process of its own. */
@NullMarked
package org.orbweaver.interop.solr;

import org.jspecify.annotations.NullMarked;
