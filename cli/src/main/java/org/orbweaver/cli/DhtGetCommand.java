package org.orbweaver.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.SignedItem;
import org.orbweaver.mainline.StoredItem;
import org.orbweaver.wire.bencode.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb dht get}: fetch an item. */
@Command(
    name = "get",
    description = "Fetch an item that somebody stored in the DHT (BEP 44).",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht get 0123456789abcdef0123456789abcdef01234567"})
final class DhtGetCommand extends DhtQuestion {
  private record Report(
      String target, String value, @Nullable String publicKey, @Nullable Long sequence) {}

  @Parameters(paramLabel = "KEY", converter = Infohash.class, description = "40 hex digits.")
  private Key target = Key.ZERO;

  @Option(names = "--salt", defaultValue = "", description = "The item's salt, if it has one.")
  private String salt = "";

  @Override
  Record ask(RunningNode node) {
    Optional<StoredItem> found =
        ask(
            node,
            (now, dht, outcome) ->
                dht.get(now, target, Bytes.of(salt.getBytes(UTF_8)), outcome::complete));
    return found
        .map(this::report)
        .orElseThrow(() -> new IllegalStateException("no genuine item under " + target));
  }

  private Report report(StoredItem item) {
    String value = DhtValue.show(item.value());
    return item instanceof SignedItem signed
        ? new Report(
            target.toString(),
            value,
            DhtValue.hex(signed.parts().publicKey()),
            signed.parts().sequence())
        : new Report(target.toString(), value, null, null);
  }
}
