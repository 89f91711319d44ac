/**
 * The program as its users run it: swarms of real processes on this machine, begun, fed, killed and
 * looked at by the commands a person types, with the settings a person gets. They wait for each
 * other more than they compute, so they stand apart: what need not wait for them is tested beside.
 */
@NullMarked
package org.orbweaver.acceptance;

import org.jspecify.annotations.NullMarked;
