/**
 * A peer's keys, and the curves they live on: Ed25519 to sign for as long as it lives, X25519 to
 * agree on a secret in this run.
 */
@NullMarked
package org.orbweaver.overlay.keys;

import org.jspecify.annotations.NullMarked;
