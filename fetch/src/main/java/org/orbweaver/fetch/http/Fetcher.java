package org.orbweaver.fetch.http;

/** How pages come: over real connections, or, in the lab, by computing them. */
public interface Fetcher extends AutoCloseable {
  /** Fetches from this address; the caller closes the exchange. */
  Exchange fetch(PageRequest request, CheckedAddress address) throws FetchFailure;

  /** Ends all exchanges under way; later ones are not affected. */
  void hangUp();

  @Override
  void close();
}
