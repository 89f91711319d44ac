package org.orbweaver.app.capture;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.search.MergedHits;
import org.orbweaver.archive.search.TextSearch;
import org.orbweaver.archive.search.WordSearch;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.trust.Gate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds pages by their words on all peers at once. Each knows the words of what it keeps, so r
 * peers know those of each page; who has not answered in time is left out, and that is said.
 */
public final class SwarmSearch implements WordSearch {
  private static final long PATIENCE_SECONDS = 5;

  private final SwarmAccess swarm;

  public SwarmSearch(SwarmAccess swarm) {
    this.swarm = swarm;
  }

  @Override
  public TextSearch.Answer search(TextSearch.Question question) {
    byte[] asked =
        JsonMapper.shared().writeValueAsString(question).getBytes(StandardCharsets.UTF_8);
    Map<Endpoint, CompletableFuture<byte @Nullable []>> answers = new LinkedHashMap<>();
    for (Endpoint peer : swarm.living()) {
      answers.put(peer, swarm.enquire(peer, asked));
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    List<TextSearch.Answer> heard = new ArrayList<>();
    StrangersHits check = new StrangersHits(Instant.now(), question.limit());
    for (CompletableFuture<byte @Nullable []> each : answers.values()) {
      TextSearch.Answer answer = check.sound(read(each, deadline - System.nanoTime()));
      if (answer != null) {
        heard.add(answer);
      }
    }
    return merged(
        question.limit(), heard, answers.size(), swarm.refusals(Gate.Service.REMOTE_SEARCH));
  }

  private static TextSearch.@Nullable Answer read(
      CompletableFuture<byte @Nullable []> told, long nanos) {
    try {
      byte[] answer = told.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      return answer == null || answer.length == 0
          ? null
          : JsonMapper.shared().readValue(answer, TextSearch.Answer.class);
    } catch (JacksonException e) {
      return null; // somebody's joke
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      return null;
    }
  }

  /** Each page is found by several, so what one found may be all there is. */
  static TextSearch.Answer merged(
      int limit, List<TextSearch.Answer> heard, int asked, List<String> refusals) {
    List<TextSearch.Hit> hits = MergedHits.of(heard);
    long most = heard.stream().mapToLong(TextSearch.Answer::found).max().orElse(0);
    return new TextSearch.Answer(
        Math.max(most, hits.size()),
        hits.stream().limit(limit).toList(),
        "%d of %d peers answered%s"
            .formatted(
                heard.size(),
                asked,
                heard.size() == asked || refusals.isEmpty() ? "" : "; " + refusals.getLast()));
  }
}
