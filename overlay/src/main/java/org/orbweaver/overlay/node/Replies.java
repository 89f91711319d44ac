package org.orbweaver.overlay.node;

import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;

/** Outcomes of calls as lambdas. */
final class Replies {
  /** What to do with an answer. */
  @FunctionalInterface
  interface Answered {
    void with(long now, RpcMessage reply);
  }

  /** What to do without one. */
  @FunctionalInterface
  interface Silent {
    void at(long now);
  }

  private Replies() {}

  /** For calls that nobody misses. */
  static Rpc.Outcome of(Answered answered) {
    return of(answered, now -> {});
  }

  static Rpc.Outcome of(Answered answered, Silent silent) {
    return new Rpc.Outcome() {
      @Override
      public void answered(long now, RpcMessage reply) {
        answered.with(now, reply);
      }

      @Override
      public void silent(long now) {
        silent.at(now);
      }
    };
  }
}
