package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineSettings;
import tools.jackson.databind.JsonNode;

/** The commands against a small network of our own nodes, on real sockets on loopback. */
class DhtCommandTest {
  private static final String HASH = "0123456789abcdef0123456789abcdef01234567";
  private static final List<RunningNode> NETWORK = new ArrayList<>();

  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  @BeforeAll
  static void startANetworkOfFive() throws IOException, InterruptedException {
    Bootstrap bootstrap = Bootstrap.NONE;
    for (int i = 1; i <= 5; i++) {
      Endpoint home = Endpoint.parse("127.77.0." + i + ":0");
      NETWORK.add(
          RunningNode.start(
              MainlineSettings.PRIVATE.inMiniature(), List.of(home), bootstrap, StateFile.NONE));
      bootstrap = new Bootstrap(NETWORK.getFirst().homes(), List.of());
    }
    awaitThatEverybodyKnowsEverybody();
  }

  private static void awaitThatEverybodyKnowsEverybody() throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    for (RunningNode node : NETWORK) {
      while (node.look(it -> it.table(Family.IPV4).size()) < NETWORK.size() - 1) {
        assertThat(System.nanoTime()).as("the network forms in time").isLessThan(deadline);
        Thread.sleep(50);
      }
    }
  }

  @AfterAll
  static void stopIt() throws IOException {
    for (RunningNode node : NETWORK) {
      node.close();
    }
  }

  @Test
  void pingTellsWhoIsThere() {
    Endpoint there = NETWORK.get(2).homes().getFirst();
    JsonNode answer = dht("ping", there.toString());
    assertThat(answer.get("endpoint").asString()).isEqualTo(there.toString());
    assertThat(answer.get("id").asString()).hasSize(40);
  }

  @Test
  void aPeerAnnouncedIsFoundAndCounted() {
    assertThat(dht("announce", HASH, "--port", "5555", "--seed").get("stored").asInt())
        .isPositive();
    JsonNode found = dht("get-peers", "magnet:?xt=urn:btih:" + HASH);
    assertThat(found.get("peers").get(0).asString()).isEqualTo("127.77.0.99:5555");
    assertThat(dht("scrape", HASH).get("seeds").asInt()).isEqualTo(1);
    assertThat(dht("sample", HASH).get("samples").toString()).contains(HASH);
  }

  @Test
  void itemsComeBack() {
    JsonNode plain = dht("put", "Hello World!");
    // The target printed in BEP 44 for this very value.
    assertThat(plain.get("target").asString())
        .isEqualTo("e5f96f6f38320f0f33959cb4d3d656452117aadb");
    assertThat(dht("get", plain.get("target").asString()).get("value").asString())
        .isEqualTo("Hello World!");
    String key = folder.resolve("my.key").toString();
    dht("put", "rain", "--key", key, "--salt", "weather", "--seq", "1");
    JsonNode newer = dht("put", "sun", "--key", key, "--salt", "weather", "--seq", "2");
    JsonNode got = dht("get", newer.get("target").asString(), "--salt", "weather");
    assertThat(got.get("value").asString()).isEqualTo("sun");
    assertThat(got.get("sequence").asLong()).isEqualTo(2);
  }

  @Test
  void lookupsAndTheTableShowTheNetwork() {
    assertThat(dht("find-node", HASH).get("closest").size()).isEqualTo(5);
    assertThat(dht("table", "--seconds", "1").get("entries").asInt()).isEqualTo(5);
  }

  @Test
  void stateIsKeptAndFoundAgain() throws IOException {
    Path state = folder.resolve("deep/dht.state");
    dht("find-node", HASH, "--state", state.toString());
    assertThat(state).isNotEmptyFile();
    // Without a bootstrap node: what was saved is enough.
    StringWriter out = new StringWriter();
    assertThat(
            CalledHere.orb(
                out,
                err,
                "dht",
                "find-node",
                HASH,
                "--json",
                "--listen",
                "127.77.0.99:0",
                "--state",
                state.toString()))
        .isZero();
    Files.writeString(state, "rubbish");
    assertThat(
            CalledHere.orb(
                out,
                err,
                "dht",
                "find-node",
                HASH,
                "--listen",
                "127.77.0.99:0",
                "--state",
                state.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("cannot be read; remove it to start afresh");
  }

  @Test
  void aSilentNodeIsOneSentenceAndExitCode1() {
    StringWriter out = new StringWriter();
    assertThat(
            CalledHere.orb(
                out,
                err,
                "dht",
                "ping",
                "127.77.0.200:9",
                "--listen",
                "127.77.0.99:0",
                "--patience",
                "15"))
        .isEqualTo(1);
    assertThat(err.toString()).isEqualToIgnoringNewLines("orb: no answer from 127.77.0.200:9");
    assertThat(out.toString()).isEmpty();
  }

  private JsonNode dht(String... words) {
    return CalledHere.json(
        err,
        Stream.of(
                Stream.of("dht"),
                Stream.of(words),
                Stream.of("--json", "--listen", "127.77.0.99:0"),
                Stream.of("--bootstrap", NETWORK.getFirst().homes().getFirst().toString()))
            .flatMap(part -> part));
  }
}
