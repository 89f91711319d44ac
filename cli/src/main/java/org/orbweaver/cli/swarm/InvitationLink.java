package org.orbweaver.cli.swarm;

import org.orbweaver.app.swarm.Invitation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An invitation as people paste it. */
final class InvitationLink implements ITypeConverter<Invitation> {
  @Override
  public Invitation convert(String text) {
    try {
      return Invitation.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
