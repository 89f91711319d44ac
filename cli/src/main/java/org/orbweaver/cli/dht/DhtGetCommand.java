package org.orbweaver.cli.dht;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtValue;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.mainline.SignedItem;
import org.orbweaver.mainline.StoredItem;
import org.orbweaver.wire.bencode.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code orb dht get}: fetch an item. */
@Command(
    name = "get",
    description = "Fetch an item that somebody stored in the DHT (BEP 44).",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb dht get 0123456789abcdef0123456789abcdef01234567"})
final class DhtGetCommand extends DhtKeyQuestion {
  private record Report(
      String target, String value, @Nullable String publicKey, @Nullable Long sequence) {}

  @Option(names = "--salt", defaultValue = "", description = "The item's salt, if it has one.")
  private String salt = "";

  @Override
  Record ask(RunningNode node) {
    Optional<StoredItem> found =
        ask(
            node,
            (now, dht, outcome) ->
                dht.get(now, key(), Bytes.of(salt.getBytes(UTF_8)), outcome::complete));
    return found
        .map(this::report)
        .orElseThrow(() -> new IllegalStateException("no genuine item under " + key()));
  }

  private Report report(StoredItem item) {
    String value = DhtValue.show(item.value());
    return item instanceof SignedItem signed
        ? new Report(
            key().toString(),
            value,
            DhtValue.hex(signed.parts().publicKey()),
            signed.parts().sequence())
        : new Report(key().toString(), value, null, null);
  }
}
