/**
 * How large the index gets and how quickly it answers: a synthetic catalog goes through the real
 * store into SQLite and into a throw-away PostgreSQL, and a published set of questions is asked.
 */
@NullMarked
package org.orbweaver.lab.search;

import org.jspecify.annotations.NullMarked;
