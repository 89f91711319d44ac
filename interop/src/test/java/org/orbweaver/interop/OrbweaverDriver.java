package org.orbweaver.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.MainlineSettings;

/**
 * Our own nodes as a program of their own, so that they can be wherever the foreign ones are; it is
 * spoken to in lines as they are (see {@code drivers/lines.py}).
 *
 * <p>Arguments: how many nodes, the endpoint of the first, then the endpoints to start from. The
 * others follow in the next /24 networks and start from the first; all verbs are about the first.
 */
final class OrbweaverDriver {
  private OrbweaverDriver() {}

  public static void main(String[] arguments) throws IOException {
    Endpoint first = Endpoint.parse(arguments[1]);
    List<Endpoint> bootstrap = Arrays.stream(arguments).skip(2).map(Endpoint::parse).toList();
    RunningNode node = RunningNode.start(MainlineSettings.PRIVATE, first, bootstrap);
    for (int i = 1; i < Integer.parseInt(arguments[0]); i++) {
      Endpoint next = Endpoint.v4(first.ipv4() + (i << 8), first.port());
      RunningNode.start(MainlineSettings.PRIVATE, next, List.of(first));
    }
    serve(new NodeVerbs(node));
    System.exit(0);
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
