package org.orbweaver.overlay.post;

/** How many bytes a message takes in a {@link Post}, before it is sealed. */
public final class MessageSize {
  private MessageSize() {}

  /** As it is. */
  public static int plain(Message message) {
    return Post.HEADER + encoded(message).length;
  }

  /** As a post sends it: deflated if that helps. */
  public static int sent(Message message) {
    byte[] plain = encoded(message);
    return Post.HEADER + Post.small(plain).length;
  }

  private static byte[] encoded(Message message) {
    ByteWriter out = new ByteWriter();
    MessageCodec.write(message, out);
    return out.toBytes();
  }
}
