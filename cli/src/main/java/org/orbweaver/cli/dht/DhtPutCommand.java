package org.orbweaver.cli.dht;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtValue;
import org.orbweaver.app.dht.PublisherKey;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.mainline.ImmutableItem;
import org.orbweaver.mainline.SignedItem;
import org.orbweaver.mainline.StoredItem;
import org.orbweaver.mainline.WriteResult;
import org.orbweaver.shell.WrongUse;
import org.orbweaver.wire.bencode.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb dht put}: store an item. */
@Command(
    name = "put",
    description = "Store a text in the DHT for about two hours (BEP 44).",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without --key the item is immutable and lies under its own hash. With --key it is signed;",
      "it can be replaced with a higher --seq and is found under the hash of the public key.",
      "",
      "Examples:",
      "  orb dht put 'Hello World!'",
      "  orb dht put 'today: rain' --key my.key --salt weather --seq 17"
    })
final class DhtPutCommand extends DhtQuestion {
  private record Report(String target, int stored, int refused, long lastError, Lookup lookup) {}

  @Parameters(paramLabel = "TEXT", description = "At most about 990 bytes.")
  private String text = "";

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "An Ed25519 private key (PKCS#8, PEM); made there if the file does not exist.")
  private @Nullable Path key;

  @Option(
      names = "--salt",
      defaultValue = "",
      description = "Tells apart several items under one key.")
  private String salt = "";

  @Option(names = "--seq", defaultValue = "1", description = "Higher numbers replace lower ones.")
  private long sequence;

  @Option(names = "--cas", description = "Replace only the item with this sequence number.")
  private @Nullable Long expected;

  private @Nullable StoredItem item;

  @Override
  public Integer call() throws IOException, InterruptedException {
    item = item();
    return super.call();
  }

  private StoredItem item() throws IOException {
    Bytes value = DhtValue.of(text);
    if (value.length() > StoredItem.MAX_VALUE_BYTES) {
      throw new WrongUse("the text is too long: at most 995 bytes are stored");
    }
    if (key == null) {
      return new ImmutableItem(value);
    }
    KeyPair keys = PublisherKey.loadOrCreate(key);
    return SignedItem.sign(keys, Bytes.of(salt.getBytes(UTF_8)), sequence, value);
  }

  @Override
  Record ask(RunningNode node) {
    StoredItem stored = item;
    if (stored == null) {
      throw new IllegalStateException("nothing to store");
    }
    OptionalLong cas = expected == null ? OptionalLong.empty() : OptionalLong.of(expected);
    WriteResult result =
        ask(node, (now, dht, outcome) -> dht.put(now, stored, cas, outcome::complete));
    return new Report(
        stored.target().toString(),
        result.stored(),
        result.refused(),
        result.lastError(),
        Lookup.of(result.lookup()));
  }
}
