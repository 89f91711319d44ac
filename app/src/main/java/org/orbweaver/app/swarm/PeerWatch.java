package org.orbweaver.app.swarm;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.orbweaver.app.StopSignal;

/** Tells, in sentences, how a peer does until it is stopped, and how it leaves. */
public record PeerWatch(RunningPeer peer, Consumer<String> say) {
  /** A line when something has changed, until somebody stops it. */
  public PeerStatus untilStopped(StopSignal stop, int everySeconds) throws InterruptedException {
    String told = "";
    Set<String> wrong = new HashSet<>();
    while (!stop.await(everySeconds)) {
      PeerStatus status = peer.status();
      String line = status.sentence();
      if (!line.equals(told)) {
        say.accept(line);
        told = line;
      }
      status.attention().stream().filter(wrong::add).forEach(say);
      wrong.retainAll(status.attention());
    }
    return peer.status();
  }

  /**
   * Gives what the peer holds to the others.
   *
   * @param seconds that it may take; 0 for a peer that will be back soon
   */
  public void leave(PeerStatus last, int seconds) throws InterruptedException {
    long heirs = last.members().stream().filter(PeerStatus.Member::takesPart).count() - 1;
    if (seconds == 0 || heirs < 1) {
      return;
    }
    say.accept(
        "leaving: what this peer holds goes to the other %d, %d s at most"
            .formatted(heirs, seconds));
    say.accept(
        peer.leave(seconds)
            ? "the others have everything"
            : "not all of it was given away; it is on this disk, and on theirs");
  }
}
