package org.orbweaver.sim.world.loopback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.Catalogue;

/** As little of BEPs 3, 9 and 10 as gets metadata out of a peer, whoever of the two dialled. */
final class MetadataVisitor {
  private MetadataVisitor() {}

  static byte[] fetch(Socket socket, Catalogue catalogue, int torrent) throws IOException {
    int size = catalogue.metadata(torrent).length;
    socket.setSoTimeout(5_000);
    socket.setTcpNoDelay(true);
    OutputStream out = socket.getOutputStream();
    DataInputStream in = new DataInputStream(socket.getInputStream());
    out.write("\u0013BitTorrent protocol".getBytes(StandardCharsets.US_ASCII));
    out.write(new byte[] {0, 0, 0, 0, 0, 0x10, 0, 0});
    out.write(catalogue.infohash(torrent).toBytes());
    out.write(new byte[20]);
    write(out, "\u0014\0d1:md11:ut_metadatai7eee");
    assertThat(Key.read(in.readNBytes(68), 28)).isEqualTo(catalogue.infohash(torrent));
    byte[] hello = in.readNBytes(in.readInt());
    assertThat(new String(hello, StandardCharsets.ISO_8859_1))
        .contains("ut_metadatai3e", "metadata_sizei" + size + "e");
    ByteBuffer metadata = ByteBuffer.allocate(size);
    for (int piece = 0; metadata.hasRemaining(); piece++) {
      write(out, "\u0014\u0003d8:msg_typei0e5:piecei" + piece + "ee");
      byte[] message = in.readNBytes(in.readInt());
      int length = Math.min(16_384, metadata.remaining());
      assertThat(message[1]).isEqualTo((byte) 7);
      metadata.put(Arrays.copyOfRange(message, message.length - length, message.length));
    }
    return metadata.array();
  }

  static Key sha1(byte[] metadata) {
    try {
      return Key.read(MessageDigest.getInstance("SHA-1").digest(metadata), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  private static void write(OutputStream out, String message) throws IOException {
    byte[] bytes = message.getBytes(StandardCharsets.ISO_8859_1);
    out.write(ByteBuffer.allocate(4).putInt(bytes.length).array());
    out.write(bytes);
  }
}
