/**
 * What every command shares with its user: options that are filled in from the environment and from
 * a file ({@link org.orbweaver.shell.Settings}), results printed for a person or as one JSON object
 * ({@link org.orbweaver.shell.Output}), a progress line, Ctrl-C that loses nothing ({@link
 * org.orbweaver.app.StopSignal}), and errors of one sentence.
 */
@NullMarked
package org.orbweaver.shell;

import org.jspecify.annotations.NullMarked;
