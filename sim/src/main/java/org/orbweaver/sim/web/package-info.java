/**
 * A synthetic web with known truth. {@link org.orbweaver.sim.web.WebShape} says which hosts and
 * pages there are on a day, {@link org.orbweaver.sim.web.WebLinks} what each page points to, {@link
 * org.orbweaver.sim.web.WebAnswers} what a server says to a request: all computed from a seed when
 * asked, nothing stored. {@link org.orbweaver.sim.web.LoopbackWeb} serves it for real under any
 * number of host names on 127.0.0.0/8 and watches its visitors' manners; the same answers serve in
 * virtual time. Sizes and rates are those of the Herodotus thesis' table 3.1.
 */
@NullMarked
package org.orbweaver.sim.web;

import org.jspecify.annotations.NullMarked;
