package org.orbweaver.console.archive;

/** A page that says why there is nothing else to show. */
final class Sorry {
  private Sorry() {}

  static ArchiveAnswer page(int status, String title, String text) {
    return ArchiveAnswer.html(
        status,
        "<!doctype html><html lang=en><meta charset=utf-8><title>"
            + escaped(title)
            + "</title><h1>"
            + escaped(title)
            + "</h1><p>"
            + escaped(text)
            + "</p></html>\n");
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
