package org.orbweaver.overlay.lab;

import java.io.ByteArrayOutputStream;
import org.orbweaver.overlay.trust.WorkJournal;

/** A journal that outlives its peer's process. */
final class LabJournal implements WorkJournal {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  @Override
  public void append(byte[] item) {
    written.writeBytes(item);
  }

  @Override
  public byte[] read() {
    return written.toByteArray();
  }

  @Override
  public void clear() {
    written.reset();
  }
}
