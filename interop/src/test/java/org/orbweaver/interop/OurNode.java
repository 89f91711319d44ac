package org.orbweaver.interop;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;

/** One node of ours on a real socket, as the program itself runs it. */
record OurNode(RunningNode node, Family family) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  static OurNode start(MainlineSettings settings, Endpoint at, List<Endpoint> bootstrap)
      throws IOException {
    Bootstrap hosts = new Bootstrap(bootstrap, List.of());
    return new OurNode(
        RunningNode.start(settings, List.of(at), hosts, StateFile.NONE), Family.of(at));
  }

  <T> T ask(RunningNode.Request<T> request) {
    return node.ask(family, PATIENCE, request);
  }

  <T> T look(BiFunction<MainlineNode, Family, T> view) {
    return node.look(it -> view.apply(it, family));
  }
}
