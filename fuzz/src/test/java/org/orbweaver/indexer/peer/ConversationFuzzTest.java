package org.orbweaver.indexer.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.orbweaver.fuzz.PlantedBug;
import org.orbweaver.kademlia.Key;

/** Lives in the package it fuzzes: conversations are nobody else's business. */
class ConversationFuzzTest {
  private static final int MEMORY = 1 << 20;
  private static final int MOST_OUTPUT = 64 << 10;

  /**
   * The first byte says who dialled and how, the second in what portions the rest arrives. Whatever
   * comes, nothing is thrown, nothing stays held, and we do not say more than we ever need to.
   */
  @FuzzTest
  void converse(byte[] input) {
    if (input.length < 2) {
      return;
    }
    MemoryBudget budget = new MemoryBudget(MEMORY);
    Conversation conversation = conversation(input[0] & 3, budget);
    int portion = 1 + (input[1] & 0xFF);
    int said = conversation.takeOutput().length;
    for (int at = 2; at < input.length && conversation.end() == null; at += portion) {
      byte[] part = Arrays.copyOfRange(input, at, Math.min(input.length, at + portion));
      conversation.receive(at, part, 0, part.length);
      said += conversation.takeOutput().length;
    }
    conversation.closed();
    conversation.release();
    assertThat(conversation.end()).isNotNull();
    assertThat(budget.left()).isEqualTo(MEMORY);
    assertThat(said).isLessThan(MOST_OUTPUT);
    PlantedBug.at(Key.ZERO.equals(conversation.infohash()) && said > 200 && portion < 9);
  }

  /**
   * Two of ours talk, and somebody on the line changes, cuts, repeats and adds bytes: what nobody
   * who does not know the keys could say by chance. The input is his script: a byte says what
   * becomes of the next portion, the bytes after it how.
   */
  @FuzzTest
  void meddle(byte[] input) {
    ByteBuffer script = ByteBuffer.wrap(input);
    MemoryBudget budget = new MemoryBudget(MEMORY);
    Conversation dialling = conversation(next(script) & 1, budget);
    Conversation answering = conversation(2 + (next(script) & 1), budget);
    int meddled = 0;
    for (int turn = 0; turn < 40 && dialling.end() == null && answering.end() == null; turn++) {
      Conversation to = turn % 2 == 0 ? answering : dialling;
      byte[] said = (turn % 2 == 0 ? dialling : answering).takeOutput();
      byte[] heard = changed(said, script);
      meddled += Arrays.equals(said, heard) ? 0 : 1;
      for (int at = 0; at < heard.length && to.end() == null; at += 97) {
        to.receive(turn, heard, at, Math.min(97, heard.length - at));
      }
    }
    boolean agreed = Key.ZERO.equals(answering.infohash());
    for (Conversation each : List.of(dialling, answering)) {
      each.closed();
      each.release();
      assertThat(each.end()).isNotNull();
    }
    assertThat(budget.left()).isEqualTo(MEMORY);
    PlantedBug.at(agreed && meddled >= 3);
  }

  private static byte[] changed(byte[] said, ByteBuffer script) {
    byte[] bytes = said.clone();
    int what = next(script) & 7;
    int at = bytes.length == 0 ? 0 : (next(script) << 8 | next(script)) % bytes.length;
    return switch (what) {
      case 1 -> {
        if (bytes.length > 0) {
          bytes[at] ^= (byte) next(script);
        }
        yield bytes;
      }
      case 2 -> Arrays.copyOf(bytes, at);
      case 3 -> Arrays.copyOf(bytes, bytes.length + next(script)); // zeros behind
      case 4 -> {
        byte[] more = new byte[Math.min(next(script), script.remaining())];
        script.get(more);
        byte[] both = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, both, bytes.length, more.length);
        yield both;
      }
      default -> bytes;
    };
  }

  private static int next(ByteBuffer script) {
    return script.hasRemaining() ? script.get() & 0xFF : 0;
  }

  private static Conversation conversation(int kind, MemoryBudget budget) {
    WantedTorrents wanted = new WantedTorrents(1);
    wanted.add(Key.ZERO);
    Random random = new Random(1);
    MetadataSession dialling =
        MetadataSession.dialling(0, Key.ZERO, Key.MAX, SessionLimits.DEFAULT, budget);
    MetadataSession answering =
        MetadataSession.answering(0, wanted::contains, Key.MAX, SessionLimits.DEFAULT, budget);
    return switch (kind) {
      case 0 -> dialling;
      case 1 -> new EncryptedDialling(dialling, Key.ZERO, random);
      case 2 ->
          new IncomingConversation(
              answering, plain -> new EncryptedAnswering(plain, wanted, random));
      default -> new EncryptedAnswering(answering, wanted, random);
    };
  }
}
