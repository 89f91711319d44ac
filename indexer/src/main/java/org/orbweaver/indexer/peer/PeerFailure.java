package org.orbweaver.indexer.peer;

/** Why one peer did not give us the metadata. */
public enum PeerFailure {
  /** An address we never dial (private, loopback) or dial no more for now. */
  NOT_DIALLED,
  /** No connection: refused, unreachable, or no answer in time. */
  UNREACHABLE,
  /** It closed the connection at our first words: it wants encryption, or has no room. */
  TURNED_AWAY,
  /** It closed the connection later on. */
  CLOSED,
  /** What it says is not the protocol. */
  MALFORMED,
  /** Its handshake names another torrent, or one we do not want. */
  OTHER_TORRENT,
  /** It does not know BEP 10 or BEP 9, or has not got the metadata itself. */
  NO_METADATA,
  /** It claims more metadata than we take. */
  TOO_LARGE,
  /** It refused a piece. */
  REJECTED,
  /** It let us wait. */
  TOO_SLOW,
  /** It talks and talks, but not of metadata. */
  CHATTER,
  /** The metadata it gave has another hash. */
  LIED,
  /** We are holding as much unfinished metadata as we may. */
  NO_ROOM,
  /** Another peer was faster. */
  CANCELLED
}
