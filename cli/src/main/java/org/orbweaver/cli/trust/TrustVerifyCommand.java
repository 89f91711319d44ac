package org.orbweaver.cli.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.orbweaver.app.trust.EvidenceFile;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code orb trust verify}: does the evidence prove anything? */
@Command(
    name = "verify",
    description = "Check evidence from a file alone: signatures, hashes, and what they prove.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Needs no network and believes nobody. Exit code 1 if the file proves nothing.",
      "",
      "Examples:",
      "  orb trust verify evidence.orbproof",
      "  orb trust verify evidence.orbproof --json"
    })
final class TrustVerifyCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Parameters(paramLabel = "FILE", description = "The evidence.")
  private Path file;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  TrustVerifyCommand() {}

  @Override
  public Integer call() throws IOException {
    EvidenceFile.Finding finding = EvidenceFile.verify(file);
    output.print(finding);
    return finding.holds() ? 0 : 1;
  }
}
