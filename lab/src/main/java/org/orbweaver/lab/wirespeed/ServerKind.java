package org.orbweaver.lab.wirespeed;

/** Which server is measured against the bare loop. */
public enum ServerKind {
  /** Event loop, decoder, table and encoder: the least that is a DHT node. */
  FULL_STACK("full"),
  /** The whole Mainline node, as it runs on the Internet. */
  NODE("node");

  private final String role;

  ServerKind(String role) {
    this.role = role;
  }

  /** Of the child process. */
  String role() {
    return role;
  }
}
