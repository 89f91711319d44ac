/**
 * Who is who, and that nobody speaks for another.
 *
 * <p>A peer's {@link org.orbweaver.overlay.keys.PeerKeys} are an Ed25519 key it keeps, which signs
 * its description of itself ({@link org.orbweaver.overlay.identity.SignedPeer}), and an X25519 key
 * it draws at each start. Before a peer enters anybody's table, {@link
 * org.orbweaver.overlay.identity.Handshakes} sends a nonce to the address it claims (Herodotus
 * §4.2.3): whoever answers from there, with a description signed for that very address, is the
 * peer. Its IDs follow from the address, so there is nothing else to check and nothing to choose.
 *
 * <pre>
 *   P → A   HELLO      nonce, padding            costs A one MAC, and no memory
 *   A → P   CHALLENGE  nonce, cookie, A          the cookie proves that P hears at its address
 *   P → A   PROOF      nonce, cookie, P, tag     A's first signature to check, and P's last secret
 *   A → P   READY      an empty sealed message
 * </pre>
 *
 * The handshake leaves both with a {@link org.orbweaver.overlay.identity.Session}: from then on a
 * message is encrypted and authentic for a microsecond. Ed25519 would cost the JDK a millisecond.
 */
@NullMarked
package org.orbweaver.overlay.identity;

import org.jspecify.annotations.NullMarked;
