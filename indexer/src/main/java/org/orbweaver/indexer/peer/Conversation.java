package org.orbweaver.indexer.peer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * One side of a connection with a peer, without the connection: bytes in, bytes out, and a time
 * until which it waits. Belongs to one thread at a time.
 */
interface Conversation {
  /** Bytes came. */
  void receive(long now, byte[] bytes, int offset, int length);

  /** The peer closed its side. */
  void closed();

  /** Time passes: past the {@link #deadline} the conversation ends. */
  void tick(long now);

  /** The next moment at which {@link #tick} may change anything. */
  long deadline();

  /** What there is to send, which is then forgotten; may be empty. */
  byte[] takeOutput();

  /** How it ended; null as long as it goes on. */
  @Nullable SessionEnd end();

  /** The torrent it is about; null as long as a peer that dialled us has not said. */
  @Nullable Key infohash();

  /** Other peers of the torrent that this one told of. */
  List<Endpoint> learned();

  /** Gives back what it holds; to be called once, whatever happened. */
  void release();
}
