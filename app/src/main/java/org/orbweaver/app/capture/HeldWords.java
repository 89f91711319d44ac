package org.orbweaver.app.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.search.TextIndex;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.overlay.node.Enquiries;
import org.orbweaver.overlay.rpc.RpcMessage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The words of what this peer keeps for the swarm, for whoever searches it. The index is brought up
 * to date when somebody asks, and not more often than every half minute: a peer that nobody asks
 * spends nothing on it.
 */
public final class HeldWords implements Enquiries {
  private static final long STALE_NANOS = 30_000_000_000L;
  private static final int AT_ONCE = 4;
  private static final int MOST_HITS = 50;

  private final TextIndex index;
  private final SwarmSource held;
  private final Supplier<AccessRules> rules;
  private final Executor peer;
  private final Semaphore slots = new Semaphore(AT_ONCE);
  private boolean updating;
  private long updatedAt = Long.MIN_VALUE;

  /**
   * @param held what this peer keeps, and nothing else
   * @param peer the node's own thread
   */
  public HeldWords(Path directory, SwarmSource held, Supplier<AccessRules> rules, Executor peer) {
    this.index = new TextIndex(directory);
    this.held = held;
    this.rules = rules;
    this.peer = peer;
  }

  @Override
  public void ask(byte[] question, Consumer<byte[]> told) {
    if (!slots.tryAcquire()) {
      told.accept(new byte[0]);
      return;
    }
    Thread.ofVirtual()
        .name("words")
        .start(
            () -> {
              byte[] answer = new byte[0];
              try {
                answer = answer(question);
              } catch (IOException | RuntimeException e) {
                // Who asked is told nothing, and counts this peer as silent.
              } finally {
                slots.release();
              }
              byte[] said = answer;
              peer.execute(() -> told.accept(said));
            });
  }

  private byte[] answer(byte[] question) throws IOException {
    TextSearch.Question asked = read(question);
    if (asked == null) {
      return new byte[0];
    }
    try {
      update();
    } catch (IOException | RuntimeException e) {
      // What was read before is found all the same.
    }
    TextSearch.Answer answer = new TextSearch.Answer(0, List.of(), "");
    if (index.exists()) {
      try (TextSearch search = new TextSearch(List.of(index), rules.get())) {
        answer = shown(search.search(asked));
      }
    }
    return said(answer);
  }

  /** One page's endless sentence must not silence the others. */
  private static byte[] said(TextSearch.Answer answer) {
    byte[] whole = JsonMapper.shared().writeValueAsBytes(answer);
    if (whole.length <= RpcMessage.Told.MOST_BYTES) {
      return whole;
    }
    int share = RpcMessage.Told.MOST_BYTES / (answer.hits().size() + 1);
    List<TextSearch.Hit> brief =
        answer.hits().stream()
            .filter(hit -> JsonMapper.shared().writeValueAsBytes(hit).length < share)
            .toList();
    return JsonMapper.shared()
        .writeValueAsBytes(new TextSearch.Answer(answer.found(), brief, answer.heard()));
  }

  /** Without what owners of crawls have taken down since its words were read. */
  private TextSearch.Answer shown(TextSearch.Answer found) {
    List<TextSearch.Hit> hits =
        found.hits().stream().filter(hit -> held.refusal(hit.url(), hit.at()) == null).toList();
    return new TextSearch.Answer(
        found.found() - found.hits().size() + hits.size(), hits, found.heard());
  }

  private static TextSearch.@Nullable Question read(byte[] question) {
    try {
      TextSearch.Question asked =
          JsonMapper.shared()
              .readValue(new String(question, StandardCharsets.UTF_8), TextSearch.Question.class);
      return asked == null || asked.limit() < 1 || asked.limit() > MOST_HITS ? null : asked;
    } catch (JacksonException e) {
      return null;
    }
  }

  /** Copies come from others whenever holders change, however old they are: all are looked up. */
  private synchronized void update() throws IOException {
    long now = System.nanoTime();
    if (updating || (updatedAt != Long.MIN_VALUE && now - updatedAt < STALE_NANOS)) {
      return;
    }
    updating = true;
    try {
      index.complete(held);
    } finally {
      updatedAt = System.nanoTime();
      updating = false;
    }
  }
}
