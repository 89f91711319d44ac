package org.orbweaver.archive.rewrite;

/**
 * A start tag's name, and what decides how its links are meant; all in lower case, empty if not
 * there.
 *
 * @param equiv a meta tag's http-equiv, or "referrer" by its name
 */
record HtmlTag(String name, String rel, String as, String type, String equiv) {
  /** Of two attributes of a name the first counts. */
  HtmlTag with(String attribute, String value) {
    return switch (attribute) {
      case "rel" -> rel.isEmpty() ? new HtmlTag(name, value, as, type, equiv) : this;
      case "as" -> as.isEmpty() ? new HtmlTag(name, rel, value, type, equiv) : this;
      case "type" -> type.isEmpty() ? new HtmlTag(name, rel, as, value, equiv) : this;
      case "http-equiv" ->
          equiv.isEmpty() || equiv.equals("referrer")
              ? new HtmlTag(name, rel, as, type, value)
              : this;
      case "name" ->
          equiv.isEmpty() && value.equals("referrer")
              ? new HtmlTag(name, rel, as, type, value)
              : this;
      default -> this;
    };
  }

  boolean isScript() {
    return type.isEmpty()
        || type.equals("module")
        || type.contains("javascript")
        || type.contains("ecmascript")
        || type.equals("text/babel");
  }

  /** What a page says about its own security would lock out the archive. */
  private boolean isOwnPolicy() {
    return equiv.startsWith("content-security-policy")
        || equiv.equals("x-frame-options")
        || equiv.equals("set-cookie")
        || equiv.equals("origin-trial")
        || equiv.equals("x-dns-prefetch-control")
        || equiv.equals("delegate-ch")
        || equiv.equals("accept-ch");
  }

  /**
   * Attributes without effect in an archive: they would refuse its bytes, or tell of the reader.
   */
  boolean isDisarmed(String attribute) {
    return switch (attribute) {
      case "integrity", "ping", "attributionsrc", "nonce", "referrerpolicy" -> true;
      case "http-equiv" -> isOwnPolicy();
      case "name" -> name.equals("meta") && equiv.equals("referrer");
      case "manifest" -> name.equals("html");
      default -> false;
    };
  }
}
