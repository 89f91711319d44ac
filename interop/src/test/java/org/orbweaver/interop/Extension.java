package org.orbweaver.interop;

/** What a client may or may not know beyond BEP 5. */
enum Extension {
  /** BEP 33. */
  SCRAPES,
  /** BEP 44. */
  ITEMS,
  /** BEP 51. */
  SAMPLES
}
