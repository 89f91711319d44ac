package org.orbweaver.cli.dht;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.LookupResult;
import org.orbweaver.shell.DhtOptions;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands that ask the DHT one question have in common: join, ask, print, leave. */
abstract class DhtQuestion implements Callable<Integer> {
  /** Where a lookup ended, as it is printed. */
  record Lookup(int queries, int replies, double seconds, List<Node> closest) {
    static Lookup of(LookupResult result) {
      return new Lookup(
          result.queries(),
          result.replies(),
          DhtQuestion.seconds(result.time()),
          result.closest().stream().map(Node::of).toList());
    }
  }

  /** A node, as it is printed. */
  record Node(String id, String endpoint) {
    static Node of(Contact contact) {
      return new Node(contact.id().toString(), contact.endpoint().toString());
    }
  }

  @Mixin private Output output;
  @Mixin private DhtOptions options;

  @Option(names = "--ipv6", description = "Ask the IPv6 DHT; --listen must name an IPv6 address.")
  private boolean ipv6;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  DhtQuestion() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (RunningNode node = options.joinToAsk()) {
      output.print(ask(node));
      return 0;
    }
  }

  /** Asks and makes a record of the answer. */
  abstract Record ask(RunningNode node);

  final <T> T ask(RunningNode node, RunningNode.Request<T> request) {
    return node.ask(family(), options.patience(), request);
  }

  final Family family() {
    return ipv6 ? Family.IPV6 : Family.IPV4;
  }

  final DhtOptions options() {
    return options;
  }

  final Output output() {
    return output;
  }

  static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
