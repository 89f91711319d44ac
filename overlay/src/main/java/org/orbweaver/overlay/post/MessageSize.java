package org.orbweaver.overlay.post;

/** How many bytes a message takes in a {@link Post}, before it is sealed. */
public final class MessageSize {
  private MessageSize() {}

  /** As it is. */
  public static int plain(Message message) {
    return Post.HEADER + encoded(message).length;
  }

  /** As a post sends it, squeezed if that helps. */
  public static int sent(Message message) {
    return Post.HEADER + Squeeze.packed(message, encoded(message)).bytes().length;
  }

  private static byte[] encoded(Message message) {
    ByteWriter out = new ByteWriter();
    MessageCodec.write(message, out);
    return out.toBytes();
  }
}
