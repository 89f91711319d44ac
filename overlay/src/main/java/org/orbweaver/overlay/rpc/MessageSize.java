package org.orbweaver.overlay.rpc;

/** How many bytes a message takes in a {@link Rpc}, before it is sealed. */
public final class MessageSize {
  private MessageSize() {}

  /** As it is. */
  public static int plain(RpcMessage message) {
    return Rpc.HEADER + encoded(message).length;
  }

  /** As the RPC sends it, compressed if that helps. */
  public static int sent(RpcMessage message) {
    return Rpc.HEADER + Compression.pack(message, encoded(message)).bytes().length;
  }

  private static byte[] encoded(RpcMessage message) {
    ByteWriter out = new ByteWriter();
    MessageCodec.write(message, out);
    return out.toBytes();
  }
}
