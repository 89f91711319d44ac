package org.orbweaver.cli.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.Timestamp;
import org.orbweaver.archive.wacz.SliceExport;
import org.orbweaver.archive.wacz.WaczWriter;
import org.orbweaver.cli.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb archive export}: a slice of the archive as WACZ or WARC. */
@Command(
    name = "export",
    description = "Write a slice (address, time, type) as one WACZ, WARC files or CDXJ.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "The slice needs no other files: bodies kept elsewhere are put in. What was taken down stays so.",
      "",
      "Examples:",
      "  orb archive export all.wacz",
      "  orb archive export docs.wacz --address 'example.org/docs/*' --from 2026",
      "  orb archive export slice/ --type text/html"
    })
final class ArchiveExportCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private ArchiveOptions options;

  @Parameters(
      paramLabel = "TARGET",
      description = "NAME.wacz, NAME.cdxj, or a directory for WARCs.")
  private Path target;

  @Option(names = "--collection", description = "Only this collection or file.")
  private List<String> collections = List.of();

  @Option(names = "--address", description = "example.org/page or example.org/docs/*")
  private @Nullable String address;

  @Option(names = "--from", description = "Not older than this time (2026, 202611, …).")
  private @Nullable String from;

  @Option(names = "--to", description = "Not newer than this time.")
  private @Nullable String to;

  @Option(names = "--type", defaultValue = "", description = "What the media type begins with.")
  private String type;

  @Option(names = "--title", defaultValue = "Orbweaver archive", description = "Of the WACZ.")
  private String title;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveExportCommand() {}

  record Report(String target, long captures, long leftOut) {}

  @Override
  public Integer call() throws IOException {
    boolean wacz = target.toString().endsWith(".wacz");
    boolean index = target.toString().endsWith(".cdxj");
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new IllegalArgumentException(target + " exists already: choose another name");
    }
    Path folder =
        wacz || index ? Files.createTempDirectory("orb-export-") : Files.createDirectories(target);
    try (Archive archive = options.open(collections, true);
        SliceExport slice = new SliceExport(folder, "orbweaver-export", InstantSource.system())) {
      long written =
          slice.run(
              archive,
              start(),
              SliceExport.within(
                  from == null ? Archive.DAWN : Timestamp.start(from),
                  to == null ? Archive.END_OF_TIME : Timestamp.end(to),
                  type));
      if (index) {
        Files.write(target, slice.lines().stream().map(line -> line.cdxj()).sorted().toList());
      } else if (wacz) {
        new WaczWriter(Instant.now(), key()).write(target, title, slice.written(), slice.lines());
      }
      output.print(new Report(target.toString(), written, slice.leftOut()));
      return written == 0 ? 1 : 0;
    } finally {
      if (wacz || index) {
        delete(folder);
      }
    }
  }

  private String start() {
    if (address == null) {
      return "";
    }
    boolean prefix = address.endsWith("*");
    String bare = prefix ? address.substring(0, address.length() - 1) : address;
    String surt = CaptureChoice.surt(bare.contains("://") ? bare : "http://" + bare);
    return prefix ? surt : surt + " ";
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** The archive's own key, made on first use. */
  private KeyPair key() throws IOException {
    Path secret = options.data().resolve("wacz-key.p8");
    Path open = options.data().resolve("wacz-key.pub");
    try {
      KeyFactory factory = KeyFactory.getInstance("EC");
      if (Files.exists(secret) && Files.exists(open)) {
        return new KeyPair(
            factory.generatePublic(new X509EncodedKeySpec(Files.readAllBytes(open))),
            factory.generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(secret))));
      }
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp384r1"));
      KeyPair pair = generator.generateKeyPair();
      Files.createDirectories(options.data());
      Files.createFile(
          secret,
          java.nio.file.attribute.PosixFilePermissions.asFileAttribute(
              java.nio.file.attribute.PosixFilePermissions.fromString("rw-------")));
      Files.write(secret, pair.getPrivate().getEncoded());
      Files.write(open, pair.getPublic().getEncoded());
      return pair;
    } catch (GeneralSecurityException e) {
      throw new IOException("the key that signs WACZ files cannot be made or read", e);
    }
  }
}
