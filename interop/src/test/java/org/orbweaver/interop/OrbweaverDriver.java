package org.orbweaver.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.MainlineSettings;

/**
 * Our own nodes as a program of their own, so that they can be wherever the foreign ones are; it is
 * spoken to in lines as they are (see {@code drivers/lines.py}).
 *
 * <p>Arguments: "answering" or "read-only", the endpoints of our nodes with commas in between, then
 * the endpoints that the first of them starts from. The others start from the first, and all verbs
 * are about the first.
 */
final class OrbweaverDriver {
  private OrbweaverDriver() {}

  public static void main(String[] arguments) {
    try {
      run(arguments);
      System.exit(0);
    } catch (IOException e) {
      System.out.println(e.getMessage());
      System.exit(1); // The threads of nodes already started would keep the program alive.
    }
  }

  private static void run(String[] arguments) throws IOException {
    MainlineSettings usual = MainlineSettings.PRIVATE.inMiniature();
    MainlineSettings settings = arguments[0].equals("read-only") ? usual.asReadOnly() : usual;
    List<Endpoint> ours = endpoints(Arrays.stream(arguments[1].split(",")));
    List<Endpoint> bootstrap = endpoints(Arrays.stream(arguments).skip(2));
    Endpoint first = ours.getFirst();
    OurNode node = OurNode.start(settings, first, bootstrap);
    for (Endpoint next : ours.subList(1, ours.size())) {
      OurNode.start(settings, next, List.of(first));
    }
    serve(new NodeVerbs(node, new PeerVerbs(first)));
  }

  private static List<Endpoint> endpoints(Stream<String> texts) {
    return texts.map(Endpoint::parse).toList();
  }

  private static void serve(NodeVerbs verbs) throws IOException {
    System.out.println("ready");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line;
    while ((line = in.readLine()) != null) {
      List<String> words = List.of(line.split(" "));
      String verb = words.getFirst();
      try {
        System.out.println(verb + " " + verbs.answer(verb, words.subList(1, words.size())));
      } catch (RuntimeException e) {
        System.out.println(verb + " failed: " + e);
        e.printStackTrace(System.out);
      }
    }
  }
}
