/** An indexer that runs. */
@NullMarked
package org.orbweaver.app.index;

import org.jspecify.annotations.NullMarked;
