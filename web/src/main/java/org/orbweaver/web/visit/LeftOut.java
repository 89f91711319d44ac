package org.orbweaver.web.visit;

import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.WebUrl;

/** Told of each address that was found and will not be asked for: nothing goes in silence. */
public interface LeftOut {
  LeftOut NOBODY = (page, url, rule) -> {};

  /**
   * @param page it was found on
   * @param rule that leaves it out
   */
  void leftOut(Target page, WebUrl url, Verdict rule);
}
