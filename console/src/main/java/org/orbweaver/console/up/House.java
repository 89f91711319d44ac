package org.orbweaver.console.up;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.orbweaver.app.swarm.PeerAnswer;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.up.Job;

/**
 * What the console shows and may change.
 *
 * @param data where everything lies
 * @param jobs what runs beside the peer
 * @param archive where archived pages are shown, while they are
 * @param torrents whether this process has an index of torrents
 * @param snapshots the folder of censuses
 * @param settings with which it was started
 * @param moreFigures of other parts, in Prometheus' text format
 */
public record House(
    Peer peer,
    Path data,
    Supplier<List<Job.State>> jobs,
    Supplier<Optional<String>> archive,
    boolean torrents,
    Path snapshots,
    List<Setting> settings,
    Supplier<String> moreFigures,
    InstantSource clock) {
  /** One of the things that can be set. */
  public record Setting(String name, String value, String meaning) {}

  /** The peer that runs in this process. */
  public interface Peer {
    PeerStatus status();

    /** Begins a crawl; returns its number. */
    String begin(List<String> seeds, int depth) throws IOException;

    void stop(String crawl) throws IOException, InterruptedException;

    List<PeerAnswer.FailedTask> failed(int most);
  }
}
