/**
 * The census as it runs on the Internet, in the lab: {@link org.orbweaver.lab.census.CensusInWorld}
 * drives the very same packet handler in virtual time through a world with losses and liars.
 */
@NullMarked
package org.orbweaver.lab.census;

import org.jspecify.annotations.NullMarked;
