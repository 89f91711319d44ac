package org.orbweaver.overlay.node;

import org.orbweaver.overlay.post.Message;
import org.orbweaver.overlay.post.Post;

/** Outcomes of calls as lambdas. */
final class Replies {
  /** What to do with an answer. */
  @FunctionalInterface
  interface Answered {
    void with(long now, Message reply);
  }

  /** What to do without one. */
  @FunctionalInterface
  interface Silent {
    void at(long now);
  }

  private Replies() {}

  /** For calls that nobody misses. */
  static Post.Outcome of(Answered answered) {
    return of(answered, now -> {});
  }

  static Post.Outcome of(Answered answered, Silent silent) {
    return new Post.Outcome() {
      @Override
      public void answered(long now, Message reply) {
        answered.with(now, reply);
      }

      @Override
      public void silent(long now) {
        silent.at(now);
      }
    };
  }
}
