/**
 * Bencoding, read in place and written into a reused buffer.
 *
 * <p>A {@link org.orbweaver.wire.bencode.BencodeReader} walks over bytes it does not own: the
 * caller enters a dictionary, asks for key after key, reads the values it knows and skips the
 * others. Strings come out as {@link org.orbweaver.wire.bencode.Bytes}, views that are copied only
 * when somebody wants to keep them. Whatever the input, the reader neither throws nor recurses: the
 * first {@link org.orbweaver.wire.bencode.BencodeFault} sticks and every later step answers no. A
 * {@link org.orbweaver.wire.bencode.BencodeWriter} goes the other way.
 *
 * <p>Packets of the DHT, metadata of torrents and the overlay's messages all pass through here.
 */
@NullMarked
package org.orbweaver.wire.bencode;

import org.jspecify.annotations.NullMarked;
