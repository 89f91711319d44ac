package org.orbweaver.cli.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.trust.EvidenceFile;
import org.orbweaver.app.trust.LinkRule;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.trust.PeerNotary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement;
import org.orbweaver.trust.VouchedCapture;
import org.orbweaver.trust.WorkTree;
import picocli.CommandLine;

/** Evidence made with real keys and the real extractor, checked by the command a user types. */
class TrustVerifyCommandTest {
  private static final String ADDRESS = "https://example.org/a";
  private static final byte[] PAGE =
      "<html><a href='/b'>b</a></html>".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();

  private int verify(Path file) {
    CommandLine line = new CommandLine(new TrustCommand());
    line.setOut(new PrintWriter(out));
    return line.execute("verify", file.toString(), "--json");
  }

  private Path evidence(List<String> links) throws IOException {
    VouchedCapture capture =
        new VouchedCapture(
            VouchedCapture.name(ADDRESS),
            VouchedCapture.payload(PAGE),
            VouchedCapture.links(links),
            LinkRule.VERSION,
            0);
    WorkTree work = new WorkTree(List.of(capture));
    PeerNotary liar = new PeerNotary(PeerKeys.draw(new SecureRandom()));
    Signed<Statement.Commitment> signed =
        Signed.by(
            liar,
            new Statement.Commitment(
                new Period(20_000),
                1,
                1,
                7,
                1,
                new byte[32],
                work.root(),
                new byte[32],
                new byte[32],
                new byte[32]));
    Path file = folder.resolve("evidence.orbproof");
    EvidenceFile.write(file, new Proof.FalseLinks(signed, capture, 0, work.path(0), ADDRESS, PAGE));
    return file;
  }

  @Test
  void linksThatWereNeverOnThePageAreProvenFromTheFileAlone() throws IOException {
    assertThat(verify(evidence(List.of("https://spam.example/")))).isZero();
    assertThat(out.toString())
        .contains("\"holds\":true", "\"kind\":\"false links\"", "2024-10-04", ADDRESS);
  }

  @Test
  void whatThePageHasProvesNothing() throws IOException {
    assertThat(verify(evidence(List.of("https://example.org/b")))).isEqualTo(1);
    assertThat(out.toString()).contains("\"holds\":false");
  }

  @Test
  void aChangedByteProvesNothing() throws IOException {
    Path file = evidence(List.of("https://spam.example/"));
    byte[] bytes = Files.readAllBytes(file);
    bytes[60] ^= 1;
    Files.write(file, bytes);
    assertThat(verify(file)).isEqualTo(1);
  }
}
