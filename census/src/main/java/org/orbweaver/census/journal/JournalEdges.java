package org.orbweaver.census.journal;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;

/** Who told of whom: the edges of the routing tables, read from the journal of a crawl. */
public final class JournalEdges {
  /** Takes the edges, one after the other. */
  @FunctionalInterface
  public interface EdgeSink {
    void add(Key source, Key listed);
  }

  private JournalEdges() {}

  /**
   * @param nodes of the crawl at its end
   */
  public static void read(Path journal, KnownNodes nodes, EdgeSink sink) throws IOException {
    try (JournalFile file = JournalFile.openToRead(journal)) {
      byte @Nullable [] block;
      while ((block = file.next()) != null) {
        EventBytes in = new EventBytes(block);
        while (in.hasMore()) {
          read(in, nodes, sink);
        }
      }
    }
  }

  private static void read(EventBytes in, KnownNodes nodes, EdgeSink sink) {
    switch (in.octet()) {
      case Event.ASKED, Event.ASKED_AGAIN -> in.number();
      case Event.BOOTSTRAPPED, Event.UNSENDABLE -> {
        in.number();
        in.contact();
      }
      case Event.FAILED -> {
        in.number();
        in.number();
        in.octet();
      }
      case Event.GREW -> {
        for (int i = 0; i < 6; i++) {
          in.number();
        }
      }
      case Event.ANSWERED -> readAnswer(in, nodes, sink);
      default -> {}
    }
  }

  private static void readAnswer(EventBytes in, KnownNodes nodes, EdgeSink sink) {
    in.number();
    Key source = nodes.id((int) in.number());
    in.number();
    in.number();
    in.bytes(4);
    int count = (int) in.number();
    for (int i = 0; i < count; i++) {
      int node = (int) in.number();
      Key listed;
      if (node == Event.NEW_NODE) {
        Contact contact = in.contact();
        listed = contact.id();
      } else {
        listed = nodes.id(node - 1);
      }
      sink.add(source, listed);
    }
  }
}
