/**
 * Calls of the HTTP API as one table, from which routes and OpenAPI's description are made: neither
 * can forget what the other knows.
 */
@NullMarked
package org.orbweaver.console.api;

import org.jspecify.annotations.NullMarked;
