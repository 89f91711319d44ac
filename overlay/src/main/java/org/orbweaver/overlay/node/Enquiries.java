package org.orbweaver.overlay.node;

import java.util.function.Consumer;

/** Answers what peers' programs ask each other; the overlay only carries it. */
@FunctionalInterface
public interface Enquiries {
  /** Of a program that answers nothing. */
  Enquiries NONE = (question, told) -> told.accept(new byte[0]);

  /** Tells the answer later, on the peer's own thread. */
  void ask(byte[] question, Consumer<byte[]> told);
}
