package org.orbweaver.console.archive;

/**
 * What keeps archived pages in. Each directive closes a way out that rewriting might miss; {@code
 * orb lab archive-leaks} tries them.
 */
final class ReplayPolicy {
  static final String HEADER = "Content-Security-Policy";

  private static final String SANDBOX =
      "sandbox allow-scripts allow-forms allow-modals allow-downloads allow-pointer-lock";

  private static final String SOURCES =
      "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval';"
          + " connect-src 'self' data: blob:;"
          // Frames of other schemes would be worlds our script does not see.
          + " frame-src 'self'; child-src 'self' blob:; worker-src 'self' blob:;"
          + " object-src 'self'; base-uri 'self'; form-action 'self'; manifest-src 'self';"
          + " webrtc 'block';";

  private ReplayPolicy() {}

  /** On the origin of archived pages. */
  static String replay(String uiOrigin) {
    return SOURCES + " frame-ancestors 'self' " + uiOrigin + "; " + SANDBOX + " allow-same-origin";
  }

  /**
   * The same for what may be shown as a document and has not our script in it, such as XML: its own
   * scripts do not run, for no policy of today's browsers would keep them from WebRTC.
   */
  static String scriptless(String uiOrigin) {
    return SOURCES
        + " script-src 'none'; frame-ancestors 'self' "
        + uiOrigin
        + "; "
        + SANDBOX
        + " allow-same-origin";
  }

  /** The same content on the archive's own origin, for programs: it must never act there. */
  static String inert() {
    return SOURCES + " frame-ancestors 'none'; sandbox";
  }

  /** The archive's own pages. */
  static String own(String replayOrigin) {
    return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none';"
        // The frame may only ever show this origin, wherever the page in it tries to go.
        + " frame-src "
        + replayOrigin;
  }
}
