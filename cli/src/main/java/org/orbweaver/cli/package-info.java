/**
 * The commands people type: options, printing and exit codes. What they start is in {@code app}.
 *
 * <p>{@link org.orbweaver.cli.Main} holds the tree of commands, a package for each group and a
 * class each. A command parses its options, builds what it needs from the other modules, runs it,
 * and hands a record of figures to {@link org.orbweaver.shell.Output}, which prints it for a person
 * or, with {@code --json}, as one JSON object. {@link org.orbweaver.shell.Settings} fills in
 * options from the environment and from a file. Errors end as one sentence on stderr and exit code
 * 1; wrong use as one sentence and 2.
 */
@NullMarked
package org.orbweaver.cli;

import org.jspecify.annotations.NullMarked;
