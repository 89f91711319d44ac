package org.orbweaver.indexer.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
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
