package org.orbweaver.web.visit;

import java.util.concurrent.TimeUnit;

/** Lets time pass within a turn. */
public interface Pause {
  Pause REAL = TimeUnit.NANOSECONDS::sleep;

  void nanos(long nanos) throws InterruptedException;
}
