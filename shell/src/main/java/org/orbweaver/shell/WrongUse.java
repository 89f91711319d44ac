package org.orbweaver.shell;

/** What was typed makes no sense, in a sentence; the command ends with exit code 2. */
public final class WrongUse extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public WrongUse(String sentence) {
    super(sentence);
  }
}
