package org.orbweaver.mainline;

import java.time.Duration;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;

/**
 * How a lookup ended.
 *
 * @param closest the closest nodes that answered, closest first
 * @param queries asked in all, retries included
 */
public record LookupResult(
    Key target, List<Contact> closest, int queries, int replies, Duration time) {
  public LookupResult {
    closest = List.copyOf(closest);
  }
}
