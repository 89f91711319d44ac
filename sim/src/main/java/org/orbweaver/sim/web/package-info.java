/** A synthetic web whose every page, link and change is known, on sockets or in virtual time. */
@NullMarked
package org.orbweaver.sim.web;

import org.jspecify.annotations.NullMarked;
