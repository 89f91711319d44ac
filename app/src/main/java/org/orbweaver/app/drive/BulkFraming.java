package org.orbweaver.app.drive;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * The bytes on a bulk line.
 *
 * <pre>
 *   | "ORB2" | sender's home: address 16, port 2 | length 4 | message … | length 4 | message … |
 *   | "ORBC" | zeros 18                          | length 4 | greeting  | length 4 | message … |
 * </pre>
 *
 * The second is a client's line, on which frames go both ways: nobody could open one to it. Who it
 * is its greeting says.
 */
final class BulkFraming {
  /** The longest message is four mebibytes before it is deflated; the seal adds some bytes. */
  static final int LONGEST = (4 << 20) + 256;

  private static final int MAGIC = 0x4F524232;
  private static final int CLIENT = 0x4F524243;

  private BulkFraming() {}

  static void writePreamble(DataOutputStream out, Endpoint home) throws IOException {
    out.writeInt(MAGIC);
    out.writeLong(home.high());
    out.writeLong(home.low());
    out.writeShort(home.port());
  }

  static void writeClientPreamble(DataOutputStream out, byte[] greeting) throws IOException {
    out.writeInt(CLIENT);
    out.write(new byte[PREAMBLE - Integer.BYTES]);
    writeFrame(out, greeting);
  }

  static boolean isClients(byte[] preamble) {
    return preamble.length == PREAMBLE && ByteBuffer.wrap(preamble).getInt() == CLIENT;
  }

  static final int PREAMBLE = 4 + 16 + 2;

  /** The sender's home, or null if it speaks something else. */
  static @Nullable Endpoint preamble(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return bytes.length == PREAMBLE && in.getInt() == MAGIC
        ? new Endpoint(in.getLong(), in.getLong(), in.getShort() & 0xFFFF)
        : null;
  }

  static void writeFrame(DataOutputStream out, byte[] message) throws IOException {
    out.writeInt(message.length);
    out.write(message);
  }

  /** How long the next message is, or 0 if it claims a length that no message has. */
  static int length(byte[] bytes) {
    int length = bytes.length == Integer.BYTES ? ByteBuffer.wrap(bytes).getInt() : 0;
    return length > 0 && length <= LONGEST ? length : 0;
  }
}
