/**
 * KRPC, the DHT's remote procedure calls: BEP 5 and what BEPs 32, 33, 42, 43, 44 and 51 add to it.
 *
 * <p>A packet arrives as bytes. {@link org.orbweaver.wire.krpc.MessageDecoder} walks over it twice:
 * once over the outer dictionary (kind, transaction, version), once over the dictionary of
 * arguments or results. It notes where each value it knows begins and ends, ignores what it does
 * not know, and gives a {@link org.orbweaver.wire.krpc.Message}: a {@link
 * org.orbweaver.wire.krpc.Query}, a {@link org.orbweaver.wire.krpc.Reply}, an {@link
 * org.orbweaver.wire.krpc.ErrorReply}, or, an ordinary outcome too, a {@link
 * org.orbweaver.wire.krpc.Malformed} one. Messages are views over the packet, good until {@code
 * onPacket} returns; their accessors make values only when asked. Lists of nodes are {@link
 * org.orbweaver.wire.krpc.CompactNodes}, read in place.
 *
 * <p>A node then answers with a {@link org.orbweaver.wire.krpc.ReplyWriter}, which keeps within the
 * size a datagram may have, or asks on with a {@link org.orbweaver.wire.krpc.QueryWriter}. Both
 * write canonical bencoding into one buffer that is used again for every packet.
 */
@NullMarked
package org.orbweaver.wire.krpc;

import org.jspecify.annotations.NullMarked;
