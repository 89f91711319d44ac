/**
 * Where addresses are: the country and the network (autonomous system) of each, from databases that
 * the user gives. {@link org.orbweaver.census.places.Countries} reads MMDB files, {@link
 * org.orbweaver.census.places.Networks} MMDB files and tables of address ranges; {@link
 * org.orbweaver.census.places.PlaceTable} looks every address of the snapshots up once and fills
 * the table that analyses join with.
 */
@NullMarked
package org.orbweaver.census.places;

import org.jspecify.annotations.NullMarked;
