package org.orbweaver.indexer.torrent;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.wire.bencode.Bytes;

/** A file as the info dictionary has it: its path still bytes of an unknown character set. */
record RawFile(List<Bytes> path, long size, boolean padding, @Nullable Sha256 root) {}
