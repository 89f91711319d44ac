/**
 * Taking a torrent's metadata from its peers.
 *
 * <p>A lookup has found who announces a torrent; {@link org.orbweaver.indexer.peer.MetadataFetch}
 * dials a few of them at a time. Each connection carries a {@link
 * org.orbweaver.indexer.peer.Conversation}, which knows nothing of sockets: {@link
 * org.orbweaver.indexer.peer.MetadataSession} speaks BEPs 3, 9, 10 and 11 and gives metadata only
 * when its hash is right. The first verified one wins and the other connections are cut. A peer
 * that hangs up at our first words is dialled again with an {@link
 * org.orbweaver.indexer.peer.EncryptedConversation} around the same session.
 *
 * <p>Peers that cannot be dialled dial us: {@link org.orbweaver.indexer.peer.IncomingPeers} takes
 * their calls for {@link org.orbweaver.indexer.peer.WantedTorrents}, roles swapped.
 *
 * <p>Whoever uses this holds a {@link org.orbweaver.indexer.peer.MetadataSource}, of which the lab
 * has one in virtual time.
 */
@NullMarked
package org.orbweaver.indexer.peer;

import org.jspecify.annotations.NullMarked;
