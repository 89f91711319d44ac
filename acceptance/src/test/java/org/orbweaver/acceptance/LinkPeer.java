package org.orbweaver.acceptance;

import java.nio.file.Path;
import java.util.List;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.swarm.ControlSocket;
import org.orbweaver.app.swarm.PeerOptions;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.RunningPeer;
import org.orbweaver.app.task.LinkTasks;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.node.OverlaySettings;

/** A peer as {@code orb up} runs it, but for a web that consists of links alone. */
final class LinkPeer {
  private LinkPeer() {}

  /** Data directory, address, gate, copies, pages, seed of the web, milliseconds a page. */
  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]);
    LinkGraph graph =
        LinkGraph.zipf(Integer.parseInt(arguments[4]), 6, Long.parseLong(arguments[5]));
    OverlaySettings settings =
        OverlaySettings.DEFAULT
            .change()
            .virtualNodes(64)
            .copies(Integer.parseInt(arguments[3]))
            .slots(6)
            .done();
    PeerOptions options =
        new PeerOptions(
            data,
            "links",
            Endpoint.parse(arguments[1]),
            List.of(Endpoint.parse(arguments[2])),
            settings,
            new TaskKinds(List.of(new LinkTasks(graph, Long.parseLong(arguments[6])))),
            LinkTasks.NO_WISHES);
    try (StopSignal stop = new StopSignal(10);
        RunningPeer peer = RunningPeer.start(options, stop);
        ControlSocket _ = ControlSocket.open(data, new PeerOrders(peer))) {
      while (!stop.await(1)) {
        System.out.println(peer.status());
      }
    }
  }
}
