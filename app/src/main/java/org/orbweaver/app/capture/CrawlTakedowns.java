package org.orbweaver.app.capture;

import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.task.CrawlId;

/** What owners of crawls want shown no more of them. */
public interface CrawlTakedowns {
  /** Where nobody has taken anything down. */
  CrawlTakedowns NONE =
      new CrawlTakedowns() {
        @Override
        public @Nullable String reason(CrawlId crawl, String url) {
          return null;
        }

        @Override
        public boolean mayConcern(String url) {
          return false;
        }
      };

  /** Why a crawl's captures of an address are not shown; null if they are. May ask the swarm. */
  @Nullable String reason(CrawlId crawl, String url);

  /** Whether any crawl that this peer knows has taken the address down; asks nobody. */
  boolean mayConcern(String url);
}
