package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.app.task.LinkTasks;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.overlay.node.OverlaySettings;

/** Peers that know nothing of each other but the swarm's name, and a small DHT on loopback. */
class MainlineGateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<RunningNode> dht = new ArrayList<>();
  private final List<RunningPeer> swarm = new ArrayList<>();
  private final StopSignal stop = new StopSignal();

  @AfterEach
  void end() throws IOException {
    for (RunningPeer peer : swarm) {
      peer.close();
    }
    for (RunningNode node : dht) {
      node.close();
    }
    stop.close();
  }

  private RunningNode dhtNode(String address) throws IOException {
    Bootstrap bootstrap =
        dht.isEmpty() ? Bootstrap.NONE : new Bootstrap(dht.getFirst().homes(), List.of());
    RunningNode node =
        RunningNode.start(
            MainlineSettings.PRIVATE.inMiniature(),
            List.of(Endpoint.parse(address + ":0")),
            bootstrap,
            StateFile.NONE);
    dht.add(node);
    return node;
  }

  private RunningPeer peer(Path data, String address, List<Endpoint> gates) throws IOException {
    RunningPeer peer =
        RunningPeer.start(
            new PeerOptions(
                data,
                "the swarm",
                Endpoint.parse(address + ":0"),
                gates,
                OverlaySettings.DEFAULT,
                new TaskKinds(List.of()),
                LinkTasks.NO_WISHES),
            stop);
    swarm.add(peer);
    return peer;
  }

  @Test
  void peersFindEachOtherByTheSwarmsNameAlone(@TempDir Path directory) throws Exception {
    for (int i = 1; i <= 4; i++) {
      dhtNode("127.78.0." + i);
    }
    RunningNode firstNode = dhtNode("127.78.1.1");
    RunningNode secondNode = dhtNode("127.78.1.2");
    await(() -> dht.stream().allMatch(n -> n.look(it -> it.table(Family.IPV4).size()) >= 4));

    RunningPeer first = peer(directory.resolve("first"), "127.78.1.1", List.of());
    MainlineGate firstGate = new MainlineGate(firstNode, "the swarm", first.home(), PATIENCE);
    assertThat(firstGate.find()).isEmpty();
    assertThat(firstGate.announce()).isPositive();

    RunningPeer second = peer(directory.resolve("second"), "127.78.1.2", List.of());
    MainlineGate secondGate = new MainlineGate(secondNode, "the swarm", second.home(), PATIENCE);
    assertThat(secondGate.find()).containsExactly(first.home());
    second.join(secondGate.find());
    await(() -> first.status().living() == 2 && second.status().living() == 2);
    assertThat(new MainlineGate(secondNode, "another", second.home(), PATIENCE).find()).isEmpty();
  }

  private static void await(BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
