/**
 * Messages between peers, and the calls made with them.
 *
 * <p>A {@link org.orbweaver.overlay.rpc.RpcMessage} is a record; {@link
 * org.orbweaver.overlay.rpc.MessageCodec} turns it into bytes and back, and takes bytes from
 * strangers without trusting any of them. {@link org.orbweaver.overlay.rpc.Rpc} seals what it
 * sends, opens what it receives, asks again when an answer stays away and hands requests to whom
 * they concern. Every request may arrive twice or be answered twice: all of them are idempotent.
 *
 * <p>Messages leave through the datagram seam whatever their size; a driver carries those that fit
 * a datagram as one and the others in bulk.
 */
@NullMarked
package org.orbweaver.overlay.rpc;

import org.jspecify.annotations.NullMarked;
