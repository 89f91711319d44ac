package org.orbweaver.web.visit;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.links.Link;

/**
 * Leave to ask a host, from whoever grants it: the workbench of a crawl on one machine, or the
 * leases of a swarm. While it lasts, nobody else asks the host or its address.
 */
public interface VisitTurn extends LeftOut {
  HostState host();

  CheckedAddress address();

  /** Of the crawl, counted from 1. */
  int round();

  /** There will be no further attempt: what comes is kept, even if it says "later". */
  boolean isLastAttempt();

  /** Whether there is time for one more request before the leave ends. */
  boolean allowsAnother();

  /** The page as it was captured last; null if nobody has captured it. */
  @Nullable EarlierCapture earlier(Target page, CaptureStore store) throws IOException;

  /** Keeps a capture that is not the page's own, such as robots.txt. */
  void keep(CaptureStore.Sealed capture) throws IOException, InterruptedException;

  /**
   * Keeps what a script of the page asked for.
   *
   * @return whether that was its visit, too: it need not be fetched again in a turn of its own
   */
  boolean keepRequisite(CaptureStore.Sealed capture, Exchange exchange)
      throws IOException, InterruptedException;

  /** Counts something of the page that was lost, though the page itself was not. */
  void missed(String because, Target page);

  LinkPolicy policy();

  /** Which of a page's links are to be visited, too. */
  List<Discovery> choose(Target page, List<Link> links);
}
