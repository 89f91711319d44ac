/**
 * Which addresses belong to a crawl. {@link org.orbweaver.fetch.scope.Scope} asks its rules in
 * order and the first objection is the {@link org.orbweaver.fetch.scope.Verdict}; {@link
 * org.orbweaver.fetch.scope.TrapWatch} recognises endless webs by what they do.
 */
@NullMarked
package org.orbweaver.fetch.scope;

import org.jspecify.annotations.NullMarked;
