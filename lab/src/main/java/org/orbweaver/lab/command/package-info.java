/** The experiments as commands: {@code orb lab NAME}. */
@NullMarked
package org.orbweaver.lab.command;

import org.jspecify.annotations.NullMarked;
