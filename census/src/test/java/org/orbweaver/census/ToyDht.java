package org.orbweaver.census;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * A small DHT by the book: every bucket holds eight nodes of its range, or all if they are fewer.
 */
public final class ToyDht {
  private static final int K = 8;

  private final List<Contact> contacts = new ArrayList<>();
  private final Map<Key, Contact> byId = new HashMap<>();
  private final List<List<Key>> tables = new ArrayList<>();
  private final Set<Key> silent = new HashSet<>();

  public ToyDht(int size, double silentShare, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < size; i++) {
      contacts.add(new Contact(Key.random(random), Endpoint.v4(0x0A000000 + i, 6881)));
    }
    for (Contact contact : contacts) {
      byId.put(contact.id(), contact);
    }
    for (int i = 1; i < size * silentShare; i++) {
      silent.add(contacts.get(i).id());
    }
    for (Contact contact : contacts) {
      tables.add(table(contact.id(), random));
    }
  }

  private List<Key> table(Key own, Random random) {
    List<List<Key>> buckets = new ArrayList<>();
    for (int i = 0; i < Key.BITS; i++) {
      buckets.add(new ArrayList<>());
    }
    for (Contact other : contacts) {
      if (!other.id().equals(own)) {
        buckets.get(own.commonPrefixLength(other.id())).add(other.id());
      }
    }
    List<Key> table = new ArrayList<>();
    for (List<Key> bucket : buckets) {
      Collections.shuffle(bucket, random);
      table.addAll(bucket.subList(0, Math.min(K, bucket.size())));
    }
    return table;
  }

  public List<Contact> contacts() {
    return contacts;
  }

  /** Crawls it from the first node on, with as many questions open at a time as said. */
  public CensusCrawl crawl(
      StrategyName name, CensusOptions options, int window, RandomGenerator random) {
    KnownNodes nodes = new KnownNodes(0);
    return crawl(nodes, name.create(nodes, options, random), window);
  }

  /** The same with any strategy over nodes that are not known yet. */
  public CensusCrawl crawl(KnownNodes nodes, CrawlStrategy strategy, int window) {
    CensusCrawl crawl = new CensusCrawl(nodes, strategy);
    crawl.bootstrap(contacts.getFirst(), 0);
    Queue<Question> open = new ArrayDeque<>();
    do {
      Question question = open.size() < window ? crawl.next() : null;
      if (question != null) {
        open.add(question);
      } else if (!open.isEmpty()) {
        settle(crawl, open.remove());
      }
    } while (!open.isEmpty() || sendOne(crawl, open));
    return crawl;
  }

  private static boolean sendOne(CensusCrawl crawl, Queue<Question> open) {
    Question question = crawl.next();
    return question != null && open.add(question);
  }

  private void settle(CensusCrawl crawl, Question question) {
    Key asked = crawl.nodes().id(question.node());
    if (silent.contains(asked)) {
      crawl.silent(question);
      return;
    }
    int[] listed =
        tables.get(crawl.nodes().endpoint(question.node()).ipv4() - 0x0A000000).stream()
            .sorted(Comparator.comparing(question.target()::distance))
            .limit(K)
            .mapToInt(id -> crawl.nodes().hear(contact(id), 0))
            .toArray();
    crawl.answered(question, 0, 1_000_000, 0, listed, listed.length);
  }

  private Contact contact(Key id) {
    return Objects.requireNonNull(byId.get(id));
  }
}
