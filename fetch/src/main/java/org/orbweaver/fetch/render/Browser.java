package org.orbweaver.fetch.render;

import java.io.IOException;

/**
 * Which browser runs the scripts of pages.
 *
 * @param sandboxed false only where something else is the sandbox: a page that breaks out of its
 *     tab then has all the rights of who runs the crawl
 */
public record Browser(String program, boolean sandboxed) {
  public Chromium start() throws IOException, InterruptedException {
    return Chromium.start(program, sandboxed);
  }
}
