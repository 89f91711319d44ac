package org.orbweaver.indexer.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.orbweaver.kademlia.Key;

/**
 * One question to several indexes. All are asked at once; a torrent that several have is one
 * result, with the larger swarm. An index that does not answer is named and leaves the others'
 * results.
 */
public final class JointSearch implements TorrentSearch {
  private final List<Member> members;

  /** One of the indexes, by the name that users gave it. */
  public record Member(String name, TorrentSearch search) {}

  /**
   * What all of them have.
   *
   * @param hits whose total counts what several have several times, unless all is in hand
   * @param where the names of the indexes that have it
   * @param silent the indexes that did not answer, and why
   */
  public record JointHits(Hits hits, Map<Key, List<String>> where, Map<String, String> silent) {}

  public JointSearch(List<Member> members) {
    this.members = List.copyOf(members);
  }

  @Override
  public Hits search(SearchQuery query) {
    return joint(query).hits();
  }

  public JointHits joint(SearchQuery query) {
    Map<String, String> silent = new LinkedHashMap<>();
    Map<String, Hits> answers = askAll(member -> everything(member.search(), query), silent);
    if (answers.isEmpty() && !silent.isEmpty()) {
      throw new IllegalStateException("no index answered: " + silent);
    }
    Map<Key, Hit> best = new LinkedHashMap<>();
    Map<Key, List<String>> where = new HashMap<>();
    long total = 0;
    boolean more = false;
    boolean whole = true;
    for (Map.Entry<String, Hits> answer : answers.entrySet()) {
      Hits hits = answer.getValue();
      total += hits.total();
      more |= hits.more();
      whole &= hits.hits().size() >= hits.total() && !hits.more();
      for (Hit hit : hits.hits()) {
        best.merge(hit.hash(), hit, (a, b) -> a.seeders() >= b.seeders() ? a : b);
        where.computeIfAbsent(hit.hash(), _ -> new ArrayList<>()).add(answer.getKey());
      }
    }
    List<Hit> ordered = inOrder(query, List.copyOf(best.values()));
    List<Hit> page = ordered.stream().skip(query.offset()).limit(query.limit()).toList();
    return new JointHits(new Hits(page, whole ? best.size() : total, more), where, silent);
  }

  /** From the first result to the end of the page: it may lie anywhere among the others'. */
  private static Hits everything(TorrentSearch search, SearchQuery query) {
    int wanted = query.offset() + query.limit();
    List<Hit> all = new ArrayList<>();
    Hits last;
    do {
      last = search.search(query.page(all.size(), Math.min(SearchQuery.MOST, wanted - all.size())));
      all.addAll(last.hits());
    } while (!last.hits().isEmpty() && all.size() < wanted);
    return new Hits(all, last.total(), last.more());
  }

  private static List<Hit> inOrder(SearchQuery query, List<Hit> hits) {
    return switch (query.sort()) {
      case RELEVANCE -> Relevance.order(query, hits);
      case SEEDERS -> sorted(hits, Comparator.comparingInt(Hit::seeders).reversed());
      case NEWEST -> sorted(hits, Comparator.comparingLong(Hit::added).reversed());
      case OLDEST -> sorted(hits, Comparator.comparingLong(Hit::added));
      case LARGEST -> sorted(hits, Comparator.comparingLong(Hit::size).reversed());
      case SMALLEST -> sorted(hits, Comparator.comparingLong(Hit::size));
    };
  }

  private static List<Hit> sorted(List<Hit> hits, Comparator<Hit> order) {
    return hits.stream().sorted(order).toList();
  }

  /** Added up; what several have counts several times. */
  @Override
  public Facets facets(SearchQuery query) {
    return askAll(member -> member.search().facets(query), new LinkedHashMap<>()).values().stream()
        .reduce(Facets::plus)
        .orElse(Facets.NONE);
  }

  private static String why(ExecutionException problem) {
    Throwable cause = problem.getCause();
    return String.valueOf(cause == null ? problem.getMessage() : cause.getMessage());
  }

  private <T> Map<String, T> askAll(Function<Member, T> question, Map<String, String> silent) {
    Map<String, T> answers = new LinkedHashMap<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Map<String, Future<T>> asked = new LinkedHashMap<>();
      members.forEach(
          member -> asked.put(member.name(), threads.submit(() -> question.apply(member))));
      for (Map.Entry<String, Future<T>> each : asked.entrySet()) {
        try {
          answers.put(each.getKey(), each.getValue().get());
        } catch (ExecutionException e) {
          silent.put(each.getKey(), why(e));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          silent.put(each.getKey(), "interrupted");
        }
      }
    }
    return answers;
  }
}
