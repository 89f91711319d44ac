/**
 * The application: what runs. Between the engines, which know neither sockets nor threads, and the
 * commands, which only read options and print. Everything that runs on an event loop is started,
 * looked at, and closed here, in one way.
 */
@NullMarked
package org.orbweaver.app;

import org.jspecify.annotations.NullMarked;
