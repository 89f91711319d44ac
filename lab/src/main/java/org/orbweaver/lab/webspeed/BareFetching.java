package org.orbweaver.lab.webspeed;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLSocketFactory;
import org.orbweaver.fetch.http.AddressGuard;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.http.PageFetcher;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.Resolver;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The loop a crawler would be if it did nothing but fetch: the same client, a list of addresses
 * known in advance, as many virtual threads, one connection for each host; what comes is read and
 * forgotten.
 */
final class BareFetching {
  private final List<List<WebUrl>> hosts;
  private final int workers;
  private final LongAdder bytes = new LongAdder();
  private final LongAdder fetched = new LongAdder();

  BareFetching(List<String> urls, int workers) {
    Map<String, List<WebUrl>> byHost = new TreeMap<>();
    for (String text : urls) {
      WebUrl url = WebUrl.of(text);
      byHost.computeIfAbsent(url.authority(), absent -> new ArrayList<>()).add(url);
    }
    this.hosts = new ArrayList<>(byHost.values());
    // Large ones first, lest one of them be left at the end.
    hosts.sort((one, other) -> Integer.compare(other.size(), one.size()));
    this.workers = workers;
  }

  /** How many pages came. */
  long run(UserAgent agent) throws InterruptedException {
    ConcurrentLinkedQueue<List<WebUrl>> left = new ConcurrentLinkedQueue<>(hosts);
    try (PageFetcher fetcher =
        new PageFetcher(
            agent,
            FetchLimits.usual(),
            InstantSource.system(),
            (SSLSocketFactory) SSLSocketFactory.getDefault())) {
      Names names =
          new Names(
              Resolver.SYSTEM, new AddressGuard(List.of("127.0.0.0/8")), InstantSource.system());
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        threads.add(Thread.ofVirtual().start(() -> work(left, fetcher, names)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    return fetched.sum();
  }

  private void work(ConcurrentLinkedQueue<List<WebUrl>> left, PageFetcher fetcher, Names names) {
    List<WebUrl> pages;
    while ((pages = left.poll()) != null) {
      Names.Answer answer = names.lookUp(pages.getFirst().host());
      if (!(answer instanceof Names.Answer.Found found)) {
        continue;
      }
      for (WebUrl page : pages) {
        fetch(fetcher, page, found)
            .ifPresent(
                size -> {
                  fetched.increment();
                  bytes.add(size);
                });
      }
    }
  }

  private static Optional<Long> fetch(PageFetcher fetcher, WebUrl page, Names.Answer.Found at) {
    try (Exchange exchange = fetcher.fetch(PageRequest.of(page), at.address())) {
      return exchange.status() == 200
          ? Optional.of(exchange.response().recording().size())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // counted by its absence
    }
  }

  long bytes() {
    return bytes.sum();
  }
}
