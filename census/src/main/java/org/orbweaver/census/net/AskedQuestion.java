package org.orbweaver.census.net;

import org.orbweaver.census.Question;

/**
 * A question on its way.
 *
 * @param number of the question in its crawl
 * @param tries how often it was sent, this time included
 * @param plain as find_node, although samples are wanted: the node does not know BEP 51
 */
record AskedQuestion(long number, Question question, int tries, boolean plain) {
  AskedQuestion again() {
    return new AskedQuestion(number, question, tries + 1, plain);
  }

  AskedQuestion plainly() {
    return new AskedQuestion(number, question, tries, true);
  }
}
