package org.orbweaver.sim.world.loopback;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * One visitor's connection with a peer that has nothing but metadata, whoever of them dialled: BEP
 * 3's handshake, BEP 10's, and BEP 9's pieces of 16 KiB.
 *
 * <pre>
 *   handshake  | 19 | "BitTorrent protocol" | 8: reserved | 20: infohash | 20: peer ID |
 *   message    | 4: length | 1: kind, 20 for extensions | 1: which, 0 for the handshake | … |
 * </pre>
 */
final class MetadataConnection {
  private static final byte[] PROTOCOL =
      "\u0013BitTorrent protocol".getBytes(StandardCharsets.US_ASCII);
  private static final int PIECE = 16_384;
  private static final int LONGEST_MESSAGE = 1 << 17;
  private static final int EXTENDED = 20;
  private static final int OUR_METADATA = 3;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final BencodeReader reader = new BencodeReader(8, 1_000);
  private final BencodeWriter writer = new BencodeWriter(256);
  private int theirMetadata;

  MetadataConnection(Socket socket) throws IOException {
    socket.setTcpNoDelay(true); // small messages that the other side waits for
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  Key readHandshake() throws IOException {
    byte[] bytes = in.readNBytes(68);
    if (bytes.length < 68 || !Arrays.equals(bytes, 0, 20, PROTOCOL, 0, 20)) {
      throw new IOException("no BitTorrent handshake");
    }
    return Key.read(bytes, 28);
  }

  /** Says nothing until the visitor gives up. */
  void hang() throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }

  /** Our handshake: first if we dialled, else the answer to the visitor's. */
  void greet(Key infohash) throws IOException {
    out.write(PROTOCOL);
    out.write(new byte[] {0, 0, 0, 0, 0, 0x10, 0, 0}); // BEP 10
    out.write(infohash.toBytes());
    out.write("-LW0001-orbweaverlab".getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** After both handshakes: tells what there is and gives out pieces until the visitor leaves. */
  void serve(byte[] metadata) throws IOException {
    writer.clear().beginDictionary().string("m").beginDictionary();
    writer.string("ut_metadata").integer(OUR_METADATA).end();
    writer.string("metadata_size").integer(metadata.length).end();
    send(0, new byte[0]);
    while (true) {
      int length = in.readInt();
      if (length < 0 || length > LONGEST_MESSAGE) {
        throw new IOException("a message of " + length + " bytes");
      }
      receive(in.readNBytes(length), metadata);
    }
  }

  private void receive(byte[] message, byte[] metadata) throws IOException {
    if (message.length < 2 || message[0] != EXTENDED) {
      return;
    }
    if (message[1] == 0) {
      theirMetadata = (int) find(message, "m", "ut_metadata");
    } else if (message[1] == OUR_METADATA && find(message, "", "msg_type") == 0) {
      sendPiece((int) find(message, "", "piece"), metadata);
    }
  }

  private void sendPiece(int piece, byte[] metadata) throws IOException {
    long from = (long) piece * PIECE;
    boolean have = piece >= 0 && from < metadata.length;
    writer.clear().beginDictionary().string("msg_type").integer(have ? 1 : 2);
    writer.string("piece").integer(piece);
    if (have) {
      writer.string("total_size").integer(metadata.length);
    }
    writer.end();
    byte[] content =
        have
            ? Arrays.copyOfRange(
                metadata, (int) from, (int) Math.min(metadata.length, from + PIECE))
            : new byte[0];
    send(theirMetadata, content);
  }

  private void send(int extension, byte[] content) throws IOException {
    out.writeInt(2 + writer.length() + content.length);
    out.write(EXTENDED);
    out.write(extension);
    out.write(writer.buffer(), 0, writer.length());
    out.write(content);
    out.flush();
  }

  /** The integer under a key of the message's dictionary, or of the one named in it; or −1. */
  private long find(byte[] message, String within, String name) {
    reader.open(message, 2, message.length);
    if (!reader.enterDictionary()) {
      return -1;
    }
    while (reader.nextKey()) {
      String key = reader.string().text();
      if (!within.isEmpty() && key.equals(within)) {
        return reader.enterDictionary() ? findHere(name) : -1;
      }
      if (within.isEmpty() && key.equals(name)) {
        return reader.readInteger() ? reader.integer() : -1;
      }
      reader.skip();
    }
    return -1;
  }

  private long findHere(String name) {
    while (reader.nextKey()) {
      if (reader.string().text().equals(name)) {
        return reader.readInteger() ? reader.integer() : -1;
      }
      reader.skip();
    }
    return -1;
  }
}
