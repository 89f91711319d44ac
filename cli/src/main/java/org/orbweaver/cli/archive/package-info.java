/** {@code orb archive}: looking at, searching, checking, and moving what was crawled. */
@NullMarked
package org.orbweaver.cli.archive;

import org.jspecify.annotations.NullMarked;
