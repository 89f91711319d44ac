package org.orbweaver.cli.swarm;

import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.shell.Durations;
import picocli.CommandLine.ITypeConverter;

/** Reads how often peers check each other: a duration, or {@code off}. */
final class TrustPeriod implements ITypeConverter<TrustSettings> {
  @Override
  public TrustSettings convert(String text) {
    return text.equals("off")
        ? TrustSettings.OFF
        : TrustSettings.of(new Durations().convert(text).toNanos());
  }
}
